package dev.fallow.cli.browse;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.StorageLayout;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.VirtualSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The values of a dataset: a line for each row of the last dimension, or for each element of one dimension. */
final class DatasetPages implements ValuePages {
    private final Dataset dataset;
    private final ObjectNames names;
    private final long[] shape;
    /** What the title says of a virtual dataset; empty for another one. */
    private final String sources;

    /** @param names of what references lead to */
    DatasetPages(Dataset dataset, ObjectNames names) {
        this.names = names;
        this.dataset = dataset;
        shape = ShapeText.dimensions(dataset).orElse(new long[0]); // one line, as of a scalar
        sources = dataset.layout() == StorageLayout.VIRTUAL
                ? "  " + VirtualSources.of(dataset).summary()
                : "";
    }

    @Override
    public Title title() {
        return new Title(dataset.datatype().toString(), ShapeText.of(dataset) + sources);
    }

    private boolean isFlat() {
        return shape.length <= 1;
    }

    @Override
    public long lines() {
        if (shape.length == 0) {
            return 1;
        }
        long elements = Values.product(shape, 0);
        return isFlat() || elements == 0 ? elements : elements / shape[shape.length - 1];
    }

    @Override
    public long columns() {
        return isFlat() ? 1 : Math.max(1, shape[shape.length - 1]);
    }

    @Override
    public List<String> read(long from, int count, long column, int width) {
        List<String> lines = new ArrayList<>();
        long end = Math.min(lines(), from + count);
        try {
            for (long line = from; line < end; ) {
                long plane = shape.length < 2 ? end : shape[shape.length - 2];
                long rows = Math.min(end - line, plane - line % plane);
                add(lines, line, rows, column, width);
                line += rows;
            }
        } catch (ContainerException e) {
            lines.add("(" + e.getMessage() + ")");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter never fails
        }
        return lines;
    }

    /** Adds lines of one plane of the last two dimensions. */
    private void add(List<String> lines, long line, long rows, long column, int width) throws IOException {
        if (shape.length == 0) {
            lines.addAll(text(Values.of(dataset)));
            return;
        }
        long[] start = new long[shape.length];
        long[] size = new long[shape.length];
        int last = shape.length - 1;
        long rest = line;
        for (int i = isFlat() ? 0 : last - 1; i >= 0; i--) {
            start[i] = rest % shape[i];
            size[i] = 1;
            rest /= shape[i];
        }
        long[] part;
        if (isFlat()) {
            size[0] = rows;
            part = new long[] {rows, 1};
        } else {
            size[last - 1] = rows;
            start[last] = column;
            size[last] = Math.min(shape[last] - column, width / 2 + 1);
            part = new long[] {rows, size[last]};
        }
        long[] ones = new long[shape.length];
        java.util.Arrays.fill(ones, 1);
        List<String> texts = text(Values.of(dataset, new Hyperslab(start, ones, size, ones), part));
        for (int i = 0; i < texts.size(); i++) {
            lines.add(label(start, i, column) + texts.get(i));
        }
    }

    private List<String> text(Values values) throws IOException {
        StringWriter text = new StringWriter();
        values.naming(names).printAll(new PrintWriter(text));
        return text.toString().lines().toList();
    }

    /** The place of a line in the dataset: {@code [3, 0:] }. */
    private String label(long[] start, int row, long column) {
        StringJoiner label = new StringJoiner(", ", "[", "]  ");
        int last = shape.length - 1;
        for (int i = 0; i < last; i++) {
            label.add(Long.toString(start[i] + (i == last - 1 ? row : 0)));
        }
        label.add(isFlat() ? Long.toString(start[0] + row) : column == 0 ? ":" : column + ":");
        return label.toString();
    }
}
