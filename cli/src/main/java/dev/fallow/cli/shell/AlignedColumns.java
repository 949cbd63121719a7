package dev.fallow.cli.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of aligned columns. The first thousand lines determine the widths, so that any number of lines can be printed in
 * little memory. What follows the columns, such as a path, is never shortened.
 */
public final class AlignedColumns {
    private static final int LINES_FOR_WIDTHS = 1_000;
    private static final int LEAST = 12;
    private static final String LEFT_OUT = "...";

    private final PrintWriter out;
    private final int width;
    /** The column with long texts; -1 for none. */
    private final int elastic;
    /** The columns that are aligned to the right. */
    private final List<Integer> right;

    private final List<String[]> waiting = new ArrayList<>();
    private int[] widths;

    AlignedColumns(PrintWriter out, int width, int elastic, Integer... right) {
        this.out = out;
        this.width = width;
        this.elastic = elastic;
        this.right = List.of(right);
    }

    /** Columns that fit the screen: the elastic one is shortened if lines do not fit. Those of {@code right} are aligned to the right. */
    public static AlignedColumns fitting(PrintWriter out, int elastic, Integer... right) {
        return new AlignedColumns(out, Screen.width(), elastic, right);
    }

    /** Adds a line: the same number of cells each time; the last one is not aligned. */
    public void add(String... cells) {
        if (widths != null) {
            print(cells);
            return;
        }
        waiting.add(cells);
        if (waiting.size() == LINES_FOR_WIDTHS) {
            flush();
        }
    }

    /** Prints what has been added. */
    public void flush() {
        if (widths == null && !waiting.isEmpty()) {
            widths = widths();
        }
        waiting.forEach(this::print);
        waiting.clear();
    }

    private int[] widths() {
        int[] found = new int[waiting.get(0).length];
        for (String[] cells : waiting) {
            for (int i = 0; i < found.length; i++) {
                found[i] = Math.max(found[i], Colour.length(cells[i]));
            }
        }
        long total = 0;
        for (int size : found) {
            total += size == 0 ? 0 : size + 2;
        }
        long excess = total - 2 - width;
        if (elastic >= 0 && excess > 0) {
            found[elastic] = (int) Math.max(Math.min(LEAST, found[elastic]), found[elastic] - excess);
        }
        return found;
    }

    private void print(String[] cells) {
        StringBuilder line = new StringBuilder();
        int last = cells.length - 1;
        for (int i = 0; i < last; i++) {
            if (widths[i] > 0) {
                String cell = i == elastic ? shortened(cells[i], widths[i]) : cells[i];
                String space = " ".repeat(Math.max(0, widths[i] - Colour.length(cell)));
                line.append(right.contains(i) ? space + cell : cell + space).append("  ");
            }
        }
        out.println(line.append(cells[last]).toString().stripTrailing());
    }

    /** A text of at most {@code most} characters, with an ellipsis at the end if it is cut. */
    public static String shortened(String text, int most) {
        return Colour.length(text) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - LEFT_OUT.length())) + LEFT_OUT;
    }
}
