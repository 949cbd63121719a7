package dev.fallow.cli.space;

import dev.fallow.cli.shell.Screen;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The picture of a file: its bytes in rows from the first to the last, what the colours mean, and who holds them. */
final class MapPicture {
    static final int WIDTH = 960;
    static final int HEIGHT = 700;
    private static final int COLUMNS = 118;
    private static final int ROWS = 32;
    /** The number of cells that the picture has room for. */
    static final int CELLS = COLUMNS * ROWS;

    private static final int CELL = 8;
    private static final int LEFT = 8;
    private static final int TOP = 44;
    private static final int LEGEND_COLUMNS = 4;
    private static final int LEGEND_ROW = 18;
    private static final int TREE_OBJECTS = 2_000;
    /** An object that would have fewer pixels is not drawn. */
    private static final int LEAST_AREA = 150;

    private static final int TREE_DEPTH = 6;
    private static final int TREE_HEADER = 14;
    private static final int TEXT = 0x222222;
    private static final int GREY = 0x777777;
    private static final int BORDER = 0xFFFFFF;
    private static final int FRAME = 0x999999;
    /** The colours of groups in the treemap, by depth. */
    private static final int[] LEVELS = {0xE8E8E8, 0xD9E4EE, 0xC9D9E8, 0xB9CEE2, 0xA9C3DC, 0x99B8D6, 0x89ADD0};

    private static final int LEAF = 0xF4E9D2;
    private static final int OTHERS = 0xE2E2D8;
    private static final double LEAST_SHARE = 0.1;
    private static final double LETTER = 6.1;
    /** The smallest part that is divided further, in pixels. */
    private static final double LEAST_SIDE = 6;

    private final MapCells cells;
    private final Drawing drawing;
    /** The rows of the tree, each before its children, the largest first. */
    private List<TreeRows.Row> rows;

    MapPicture(MapCells cells, Drawing drawing) {
        this.cells = cells;
        this.drawing = drawing;
    }

    /** Draws everything. */
    void draw(String name) {
        drawing.text(LEFT, 20, 16, TEXT, Screen.end(name, 60));
        String numbers = String.format(
                Locale.ROOT,
                "%,d bytes, %,d objects: %s live, %s free, %s untracked; a square is %,d byte%s; mixed ones take turns",
                cells.found.fileBytes(),
                cells.found.objects(),
                share(cells.found.bytes(SpaceUse.State.LIVE)),
                share(cells.found.bytes(SpaceUse.State.FREE)),
                share(cells.found.bytes(SpaceUse.State.UNTRACKED)),
                cells.cellBytes,
                cells.cellBytes == 1 ? "" : "s");
        drawing.text(LEFT, 37, 12, GREY, numbers);
        int below = drawCells();
        below = drawLegend(below + 8);
        drawTree(below + 20);
    }

    private String share(long bytes) {
        double percent = Screen.percent(bytes, cells.found.fileBytes());
        return bytes > 0 && percent < LEAST_SHARE
                ? "< " + LEAST_SHARE + " %"
                : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    /** Neighbouring cells of one class are one rectangle. */
    private int drawCells() {
        SpaceUse[] uses = cells.drawn();
        for (int cell = 0; cell < cells.cells; ) {
            int column = cell % COLUMNS;
            SpaceUse use = uses[cell];
            int to = cell + 1;
            while (to < cells.cells && to / COLUMNS == cell / COLUMNS && uses[to] == use) {
                to++;
            }
            drawing.rectangle(
                    LEFT + column * CELL,
                    TOP + cell / COLUMNS * CELL,
                    (to - cell) * CELL,
                    CELL - 1,
                    UseColours.of(use));
            cell = to;
        }
        return TOP + (cells.cells + COLUMNS - 1) / COLUMNS * CELL;
    }

    private int drawLegend(int top) {
        int at = 0;
        for (SpaceBreakdown.Amount amount : cells.found.amounts()) {
            if (amount.bytes() == 0) {
                continue;
            }
            int x = LEFT + at % LEGEND_COLUMNS * (WIDTH - 2 * LEFT) / LEGEND_COLUMNS;
            int y = top + at / LEGEND_COLUMNS * LEGEND_ROW;
            drawing.rectangle(x, y, 12, 12, UseColours.of(amount.use()));
            drawing.frame(x, y, 12, 12, FRAME);
            drawing.text(x + 18, y + 11, 12, TEXT, UseColours.words(amount.use()) + " " + share(amount.bytes()));
            at++;
        }
        return top + (at + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS * LEGEND_ROW;
    }

    private void drawTree(int top) {
        drawing.text(
                LEFT,
                top,
                12,
                GREY,
                "Who holds the bytes: an object with everything below it; the plain part of a group is what it holds itself");
        int width = COLUMNS * CELL;
        int height = HEIGHT - top - 14;
        long least = Math.max(1, (long) ((double) cells.held(0) * LEAST_AREA / (width * height)));
        rows = new TreeRows(cells, TREE_DEPTH, TREE_OBJECTS, least).of(0);
        place(0, LEFT, top + 6, width, height);
    }

    private void drawRow(TreeRows.Row row, double x, double y, double width, double height, boolean divided) {
        int leaf = row.number() == TreeRows.Row.MORE ? OTHERS : LEAF;
        drawing.rectangle(x, y, width, height, divided ? LEVELS[Math.min(row.depth(), LEVELS.length - 1)] : leaf);
        if (width > 3 && height > 3) {
            drawing.frame(x, y, width, height, divided ? FRAME : BORDER);
        }
        int letters = (int) ((width - 6) / LETTER);
        String name = row.name(cells);
        if (letters >= Math.min(6, name.length()) && height >= TREE_HEADER) {
            drawing.text(x + 3, y + 11, 11, TEXT, Screen.end(name, Math.max(letters, 2)));
            if (!divided && height >= 2 * TREE_HEADER) {
                drawing.text(x + 3, y + 24, 10, GREY, Screen.bytes(row.held(), false));
            }
        }
    }

    private int end(int row) {
        int end = row + 1;
        while (end < rows.size() && rows.get(end).depth() > rows.get(row).depth()) {
            end++;
        }
        return end;
    }

    private long held(int row) {
        return rows.get(row).held();
    }

    /**
     * Draws a row, and divides its rectangle by the bytes that the objects below it hold, such that the parts are as square as is easy
     * (Bruls and others).
     */
    private void place(int row, double x, double y, double width, double height) {
        int end = end(row);
        boolean divided = end > row + 1 && width >= LEAST_SIDE && height >= TREE_HEADER + LEAST_SIDE;
        drawRow(rows.get(row), x, y, width, height, divided);
        if (!divided) {
            return;
        }
        List<Integer> children = new ArrayList<>();
        long sum = 0;
        for (int child = row + 1; child < end; child = end(child)) {
            if (held(child) > 0) {
                children.add(child);
                sum += held(child);
            }
        }
        children.sort((a, b) -> Long.compare(held(b), held(a)));
        // what an object holds itself is left free, at the end
        double share = held(row) <= 0 ? 0 : Math.min(1, (double) sum / held(row));
        double innerWidth = Math.max(0, width - 2);
        double innerHeight = Math.max(0, height - TREE_HEADER - 1);
        boolean wide = innerWidth >= innerHeight;
        squarify(
                children,
                sum,
                x + 1,
                y + TREE_HEADER,
                wide ? innerWidth * share : innerWidth,
                wide ? innerHeight : innerHeight * share);
    }

    private void squarify(List<Integer> children, double sum, double x, double y, double width, double height) {
        if (children.isEmpty() || !(width > 0 && height > 0)) {
            return;
        }
        double side = Math.min(width, height);
        double scale = width * height / sum;
        double largest = held(children.get(0)) * scale;
        int count = 0;
        double row = 0;
        for (double worst = Double.MAX_VALUE; count < children.size(); count++) {
            double smallest = held(children.get(count)) * scale;
            double now = worst(largest, smallest, row + smallest, side);
            if (now > worst) {
                break;
            }
            worst = now;
            row += smallest;
        }
        double thickness = row / side;
        double at = 0;
        double left = sum;
        for (int child : children.subList(0, count)) {
            double length = held(child) * scale / thickness;
            if (width >= height) {
                place(child, x, y + at, thickness, length);
            } else {
                place(child, x + at, y, length, thickness);
            }
            at += length;
            left -= held(child);
        }
        List<Integer> rest = children.subList(count, children.size());
        if (width >= height) {
            squarify(rest, left, x + thickness, y, width - thickness, height);
        } else {
            squarify(rest, left, x, y + thickness, width, height - thickness);
        }
    }

    /** The worst ratio of the sides of a row. */
    private static double worst(double largest, double smallest, double sum, double side) {
        double square = side * side;
        return Math.max(square * largest / (sum * sum), sum * sum / (square * smallest));
    }
}
