package dev.fallow.cli.text;

import java.io.IOException;
import java.io.PrintWriter;

/** Elements as text for people: one line for each row of the last dimension. */
public final class PlainValues {
    /** More elements than these are not all printed. */
    private static final long MANY = 200;

    /** So many lines, and elements of a line, are printed at either end. */
    private static final int EDGE = 10;

    private final PrintWriter out;
    private final Values values;

    /** Prints to a terminal. */
    public PlainValues(PrintWriter out, Values values) {
        this.out = out;
        this.values = values;
    }

    /** Prints all elements. */
    public void printAll() throws IOException {
        long width = Math.max(1, values.width());
        long[] done = {0};
        values.forEach(element -> {
            out.print(PlainElements.text(values.type(), element));
            out.print(++done[0] % width == 0 ? "\n" : " ");
        });
        out.flush();
    }

    /** Prints all elements, or, of many, the first and the last lines, and the first and the last elements of each line. */
    public void printEnds() throws IOException {
        long lines = values.lines();
        if (values.count() <= MANY) {
            printAll();
            return;
        }
        for (long line = 0; line < lines; line++) {
            if (line == EDGE && lines > 2 * EDGE) {
                long left = lines - 2 * EDGE;
                out.printf("... (%,d more line%s; --all prints them)\n", left, left == 1 ? "" : "s");
                line = lines - EDGE;
            }
            printLine(line);
        }
        out.flush();
    }

    private void printLine(long line) throws IOException {
        long width = values.width();
        if (width <= 2 * EDGE) {
            print(values.part(line, 0, width));
        } else {
            print(values.part(line, 0, EDGE));
            out.printf(" ... (%,d more) ... ", width - 2 * EDGE);
            print(values.part(line, width - EDGE, EDGE));
        }
        out.print("\n");
    }

    private void print(Values part) throws IOException {
        String[] separator = {""};
        part.forEach(element -> {
            out.print(separator[0]);
            out.print(PlainElements.text(values.type(), element));
            separator[0] = " ";
        });
    }

    /**
     * The elements on one line, with brackets around those of an array.
     *
     * @param most characters; longer ones end with an ellipsis
     */
    public static String preview(Values values, int most) throws IOException {
        StringBuilder text = new StringBuilder();
        long[] shape = values.shape();
        if (shape == null) {
            return "null";
        }
        boolean array = shape.length > 0;
        Values first = values.count() > most ? values.part(0, 0, Math.min(values.width(), most)) : values;
        first.forEach(element -> {
            if (text.length() <= most) {
                text.append(text.length() == 0 ? "" : ", ").append(PlainElements.text(values.type(), element));
            }
        });
        String more = first == values ? "" : ", ...";
        return AlignedColumns.shortened(array ? "[" + text + more + "]" : text.toString(), most);
    }
}
