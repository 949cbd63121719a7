package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.VirtualSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow head}: a dataset at a glance. */
@Command(
        name = "head",
        description = {
            "Shows the first elements of a dataset, and its numbers at a glance.",
            Elements.SLICES + " Then all of it is about these elements.",
            "Of more than two dimensions, the rows are the first ones of the last two.",
            "For numbers, all elements are read: minimum, maximum, mean, and how many are NaN, or are missing: have the"
                    + " value of the attribute _FillValue or missing_value, or else the fill value of the dataset, unless it is 0."
                    + " These are left out of the others."
        })
public final class HeadCommand extends Verb.Looking {
    private static final int ROWS = 5;
    private static final String CUT = " ..";
    /** The least room for a type. */
    private static final int LEAST_TYPE = 16;
    /** The elements of a row in JSON. */
    private static final long JSON_COLUMNS = 100;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", defaultValue = "", description = Elements.DATASET)
    private String path;

    @Option(
            names = {"-n", "--rows"},
            paramLabel = "N",
            description = "The number of rows. Default: 5.")
    private int rows = ROWS;

    @Option(names = "--quick", description = "Show only the first elements, and do not read the others.")
    private boolean quick;

    /** Of the file that is open. */
    private ObjectNames names;

    @Override
    public Integer call() throws IOException {
        if (rows < 0) {
            throw wrong("--rows: expected 0 or more, found " + rows);
        }
        requirePath(path);
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withProgress(Meter.of(spec));
        try (ContainerFile container = open(options)) {
            requirePath(path);
            names = new ObjectNames(container);
            Elements elements = Elements.ofDataset(container, location.path(path));
            VirtualSources sources = sources(elements);
            int code = tell(sources);
            Optional<NumberSummary> summary = summary(elements);
            print(
                    "head/1",
                    generator -> {
                        write(generator, elements, summary);
                        sources.writeMissing(generator);
                    },
                    out -> print(elements, summary));
            return code;
        }
    }

    /** Of the elements that are read. */
    private VirtualSources sources(Elements elements) {
        Dataset dataset = elements.dataset().orElseThrow();
        boolean some = quick || !NumberSummary.isNumber(dataset.datatype());
        Optional<Hyperslab> part = some ? slice(elements, Screen.width()) : elements.part();
        return part.isEmpty() ? VirtualSources.of(dataset) : VirtualSources.of(dataset, (Selection) part.get());
    }

    /** Nothing if the elements are no numbers, or are not to be read. */
    private Optional<NumberSummary> summary(Elements elements) throws IOException {
        Dataset dataset = elements.dataset().orElseThrow();
        if (quick || dataset.isNull() || !NumberSummary.isNumber(dataset.datatype())) {
            return Optional.empty();
        }
        return Optional.of(
                elements.part().isEmpty()
                        ? NumberSummary.of(dataset, Meter.of(spec))
                        : NumberSummary.of(dataset, elements.part().get(), Meter.of(spec)));
    }

    /** The first rows, of at most so many elements each. */
    private Values first(Elements elements, long columns) {
        long[] shape = elements.shape().orElse(new long[0]);
        if (shape.length == 0) {
            return elements.values();
        }
        int last = shape.length - 1;
        boolean empty = Values.product(shape, 0) == 0;
        long[] first = firstShape(elements, columns);
        long[] part = last == 0 ? first : new long[] {empty ? 0 : first[last - 1], first[last]};
        return Values.of(
                elements.dataset().orElseThrow(), slice(elements, columns).orElseThrow(), part);
    }

    /** The first rows in the file; nothing for all elements of what has no dimensions. */
    private Optional<Hyperslab> slice(Elements elements, long columns) {
        long[] first = firstShape(elements, columns);
        return first.length == 0
                ? elements.part()
                : elements.part()
                        .map(whole ->
                                new Hyperslab(whole.start(), whole.stride(), elements.counts(first), whole.block()));
    }

    /** The shape of the first rows. */
    private long[] firstShape(Elements elements, long columns) {
        long[] shape = elements.shape().orElse(new long[0]).clone();
        if (shape.length == 0) {
            return shape;
        }
        Dataset dataset = elements.dataset().orElseThrow();
        int last = shape.length - 1;
        boolean flat = last == 0;
        for (int i = 0; i < last - 1; i++) {
            shape[i] = Math.min(1, shape[i]);
        }
        if (flat) {
            shape[0] = Math.min(NumberSummary.isNumber(dataset.datatype()) ? columns : rows, shape[0]);
        } else {
            shape[last - 1] = Math.min(rows, shape[last - 1]);
            shape[last] = Math.min(columns, shape[last]);
        }
        return shape;
    }

    private static boolean isFlat(Elements elements) {
        return elements.shape().orElse(new long[0]).length == 1;
    }

    private void print(Elements elements, Optional<NumberSummary> summary) throws IOException {
        Dataset dataset = elements.dataset().orElseThrow();
        String shape = elements.isWhole()
                ? ShapeText.of(dataset)
                : ShapeText.of(elements.shape().orElseThrow());
        String name = NameText.printable(dataset.path());
        int room = Math.max(LEAST_TYPE, Screen.width() - name.length() - shape.length() - 4);
        line("%s  %s  %s", name, AlignedColumns.shortened(dataset.datatype().toString(), room), shape);
        printRows(elements, NumberSummary.isNumber(dataset.datatype()));
        summary.ifPresent(this::print);
    }

    /** Numbers are not cut: "13.." could be 134. */
    private void printRows(Elements elements, boolean numbers) throws IOException {
        int width = Screen.width();
        StringWriter text = new StringWriter();
        PrintWriter rowWriter = new PrintWriter(text);
        if (isFlat(elements) && !numbers) {
            Values.column(first(elements, width)).naming(names).printAll(rowWriter);
        } else {
            first(elements, width / 2 + 1).naming(names).printAll(rowWriter);
        }
        text.toString().lines().forEach(each -> {
            String row = each.strip();
            int space = row.length() <= width ? -1 : row.lastIndexOf(' ', width - CUT.length());
            line("%s", numbers && space > 0 ? row.substring(0, space) + CUT : Screen.end(row, width));
        });
    }

    private void print(NumberSummary summary) {
        boolean some = summary.count() > 0;
        line("%-9s %s", "minimum", some ? summary.minimum() : "none");
        line("%-9s %s", "maximum", some ? summary.maximum() : "none");
        line("%-9s %s", "mean", some ? summary.mean() : "none");
        line("%-9s %,d", "numbers", summary.count());
        if (summary.canBeNaN()) {
            line("%-9s %,d", "NaN", summary.notANumber());
        }
        summary.fillValue().ifPresent(value -> line("%-9s %,d of %s", "missing", summary.missing(), value));
    }

    private void write(JsonGenerator json, Elements elements, Optional<NumberSummary> summary) throws IOException {
        Dataset dataset = elements.dataset().orElseThrow();
        json.writeStringField("path", dataset.path());
        json.writeStringField("type", dataset.datatype().toString());
        Json.shape(json, elements.shape());
        json.writeObjectFieldStart("first");
        first(elements, JSON_COLUMNS).writeFields(json);
        json.writeEndObject();
        if (summary.isPresent()) {
            write(json, summary.get());
        }
    }

    private static void write(JsonGenerator json, NumberSummary summary) throws IOException {
        json.writeObjectFieldStart("numbers");
        json.writeNumberField("count", summary.count());
        if (summary.count() > 0) {
            write(json, "minimum", summary.minimum());
            write(json, "maximum", summary.maximum());
            write(json, "mean", summary.mean());
        }
        json.writeNumberField("nan", summary.notANumber());
        if (summary.fillValue().isPresent()) {
            write(json, "missingValue", summary.fillValue().get());
            json.writeNumberField("missing", summary.missing());
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, Number number) throws IOException {
        boolean isFinite = Double.isFinite(number.doubleValue());
        if (isFinite) {
            json.writeFieldName(name);
            json.writeNumber(number instanceof Float ? Double.toString(number.doubleValue()) : number.toString());
        } else {
            json.writeStringField(name, number.toString());
        }
    }
}
