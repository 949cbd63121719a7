package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
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
            "Of more than two dimensions, the rows are the first ones of the last two.",
            "For numbers, all elements are read: minimum, maximum, mean, and how many are NaN, or are missing: have the"
                    + " value of the attribute _FillValue or missing_value, or else the fill value of the dataset, unless it is 0."
                    + " These are left out of the others.",
            "Exit code 1: elements of a virtual dataset are shown as the fill value, because their source is missing."
        })
public final class HeadCommand extends Verb.Looking {
    private static final int ROWS = 5;
    private static final String CUT = " ..";
    /** The elements of a row in JSON. */
    private static final long JSON_COLUMNS = 100;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            defaultValue = "",
            description = "A dataset. It may stand behind FILE instead.")
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
        if (!location.isAddress()) {
            requirePath();
        }
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withProgress(Meter.of(spec));
        try (ContainerFile container = open(options)) {
            requirePath();
            names = new ObjectNames(container);
            Dataset dataset = container.dataset(location.path(path));
            VirtualSources sources = sources(dataset);
            int code = tell(sources);
            boolean numbers = !quick && !dataset.isNull() && NumberSummary.isNumber(dataset.datatype());
            Optional<NumberSummary> summary =
                    numbers ? Optional.of(NumberSummary.of(dataset, Meter.of(spec))) : Optional.empty();
            print(
                    "head/1",
                    generator -> {
                        write(generator, dataset, summary);
                        sources.writeMissing(generator);
                    },
                    out -> print(dataset, summary));
            return code;
        }
    }

    private void requirePath() {
        if (location.path(path).isEmpty()) {
            throw wrong("missing: PATH");
        }
    }

    /** Of the elements that are read. */
    private VirtualSources sources(Dataset dataset) {
        boolean some = quick || !NumberSummary.isNumber(dataset.datatype());
        return VirtualSources.of(dataset, some ? slice(dataset, Screen.width()) : null);
    }

    /** The first rows, of at most so many elements each. */
    private Values first(Dataset dataset, long columns) {
        Hyperslab slice = slice(dataset, columns);
        if (slice == null) {
            return Values.of(dataset, null, ShapeText.dimensions(dataset));
        }
        long[] count = slice.count();
        int last = count.length - 1;
        long[] part =
                isFlat(dataset) ? count : new long[] {Values.product(count, 0) == 0 ? 0 : count[last - 1], count[last]};
        return Values.of(dataset, slice, part);
    }

    /** Null for all elements of what has no dimensions. */
    private Hyperslab slice(Dataset dataset, long columns) {
        long[] shape = ShapeText.dimensions(dataset);
        if (shape == null || shape.length == 0) {
            return null;
        }
        Hyperslab whole = Values.whole(shape);
        long[] count = whole.count().clone();
        int last = count.length - 1;
        boolean flat = isFlat(dataset);
        for (int i = 0; i < last - 1; i++) {
            count[i] = Math.min(1, count[i]);
        }
        if (flat) {
            count[0] = Math.min(NumberSummary.isNumber(dataset.datatype()) ? columns : rows, count[0]);
        } else {
            count[last - 1] = Math.min(rows, count[last - 1]);
            count[last] = Math.min(columns, count[last]);
        }
        return new Hyperslab(whole.start(), whole.stride(), count, whole.block());
    }

    private static boolean isFlat(Dataset dataset) {
        long[] shape = ShapeText.dimensions(dataset);
        return shape != null && shape.length == 1;
    }

    private void print(Dataset dataset, Optional<NumberSummary> summary) throws IOException {
        line("%s  %s  %s", NameText.printable(dataset.path()), dataset.datatype(), shape(dataset));
        printRows(dataset);
        summary.ifPresent(this::print);
    }

    private static String shape(Dataset dataset) {
        long[] shape = ShapeText.dimensions(dataset);
        return ShapeText.of(shape, shape == null ? null : dataset.maxDimensions());
    }

    /** Numbers are not cut: "13.." could be 134. */
    private void printRows(Dataset dataset) throws IOException {
        int width = Screen.width();
        StringWriter text = new StringWriter();
        PrintWriter rowWriter = new PrintWriter(text);
        if (isFlat(dataset) && !NumberSummary.isNumber(dataset.datatype())) {
            Values.column(first(dataset, width)).naming(names).printAll(rowWriter);
        } else {
            first(dataset, width / 2 + 1).naming(names).printAll(rowWriter);
        }
        boolean numbers = NumberSummary.isNumber(dataset.datatype());
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

    private void write(JsonGenerator json, Dataset dataset, Optional<NumberSummary> summary) throws IOException {
        json.writeStringField("path", dataset.path());
        json.writeStringField("type", dataset.datatype().toString());
        long[] shape = ShapeText.dimensions(dataset);
        json.writeFieldName("shape");
        if (shape == null) {
            json.writeNull();
        } else {
            json.writeArray(shape, 0, shape.length);
        }
        json.writeObjectFieldStart("first");
        first(dataset, JSON_COLUMNS).writeFields(json);
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
