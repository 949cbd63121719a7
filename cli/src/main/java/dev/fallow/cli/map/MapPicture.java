package dev.fallow.cli.map;

import dev.fallow.cli.space.TreeRow;
import dev.fallow.cli.space.TreeRows;
import dev.fallow.cli.space.Window;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
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

    private final MapCells cells;
    private final SpaceBreakdown found;
    private final Drawing drawing;

    MapPicture(MapCells cells, SpaceBreakdown found, Drawing drawing) {
        this.cells = cells;
        this.found = found;
        this.drawing = drawing;
    }

    /** Draws everything. */
    void draw(String name) {
        drawing.text(LEFT, 20, 16, TEXT, Window.end(name, 60));
        String numbers = String.format(
                Locale.ROOT,
                "%,d bytes, %,d objects: %s live, %s free, %s untracked; a square is %,d byte%s; mixed ones take turns",
                found.fileBytes(),
                found.objects(),
                percent(SpaceUse.State.LIVE),
                percent(SpaceUse.State.FREE),
                percent(SpaceUse.State.UNTRACKED),
                cells.cellBytes(),
                cells.cellBytes() == 1 ? "" : "s");
        drawing.text(LEFT, 37, 12, GREY, numbers);
        int below = drawCells();
        below = drawLegend(below + 8);
        drawTree(below + 20);
    }

    private String percent(SpaceUse.State state) {
        return share(found.bytes(state));
    }

    private String share(long bytes) {
        double percent = Window.percent(bytes, found.fileBytes());
        return bytes > 0 && percent < LEAST_SHARE
                ? "< " + LEAST_SHARE + " %"
                : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    /** Neighbouring cells of one class are one rectangle. */
    private int drawCells() {
        SpaceUse[] uses = cells.drawn();
        for (int cell = 0; cell < cells.cells(); ) {
            int column = cell % COLUMNS;
            SpaceUse use = uses[cell];
            int to = cell + 1;
            while (to < cells.cells() && to / COLUMNS == cell / COLUMNS && uses[to] == use) {
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
        return TOP + (cells.cells() + COLUMNS - 1) / COLUMNS * CELL;
    }

    private int drawLegend(int top) {
        int at = 0;
        for (SpaceBreakdown.Amount amount : found.amounts()) {
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
        List<TreeRow> rows = new TreeRows(cells, TREE_DEPTH, TREE_OBJECTS, least).of(0);
        for (Treemap.Box box : new Treemap(rows, TREE_HEADER).divide(LEFT, top + 6, width, height)) {
            TreeRow row = rows.get(box.row());
            boolean parent = box.divided();
            int leaf = row.number() == TreeRow.MORE ? OTHERS : LEAF;
            int colour = parent ? LEVELS[Math.min(row.depth(), LEVELS.length - 1)] : leaf;
            drawing.rectangle(box.x(), box.y(), box.width(), box.height(), colour);
            if (box.width() > 3 && box.height() > 3) {
                drawing.frame(box.x(), box.y(), box.width(), box.height(), parent ? FRAME : BORDER);
            }
            int letters = (int) ((box.width() - 6) / LETTER);
            String name = Treemap.name(cells, row);
            boolean fits = letters >= Math.min(6, name.length()) && box.height() >= TREE_HEADER;
            if (fits) {
                drawing.text(box.x() + 3, box.y() + 11, 11, TEXT, Window.end(name, Math.max(letters, 2)));
            }
            if (fits && !parent && box.height() >= 2 * TREE_HEADER) {
                drawing.text(box.x() + 3, box.y() + 24, 10, GREY, Window.bytes(row.held(), false));
            }
        }
    }
}
