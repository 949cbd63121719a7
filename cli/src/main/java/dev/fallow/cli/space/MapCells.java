package dev.fallow.cli.space;

import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceItem.Block;
import dev.fallow.report.SpaceItem.Part;
import dev.fallow.report.SpaceUse;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A file divided into cells of equal size, each with its bytes by class, and the largest blocks by name. Memory is that of the cells,
 * of the named blocks, and of {@link HolderTree}; nothing for any other block.
 */
final class MapCells extends HolderTree {
    private static final int USES = SpaceUse.values().length;
    private static final Comparator<Run> SMALLEST_FIRST =
            Comparator.comparingLong(Run::size).thenComparing(Run::address, Comparator.reverseOrder());

    private final long base;
    final long fileBytes;
    private final int mostNamed;
    final long cellBytes;
    /** The number of cells. */
    final int cells;

    private final long[] bytes;
    private final PriorityQueue<Run> named = new PriorityQueue<>(SMALLEST_FIRST);
    /** The number of blocks and of runs that are not in use. */
    long runs;
    /** What the walk found besides; null before. */
    SpaceBreakdown found;
    /** The chunks of the only dataset; none before they are looked for. */
    ChunkRows chunks = ChunkRows.NONE;

    /** A block, with the number of the object that it belongs to, or a run that is not in use, of {@link #NOBODY}. */
    record Run(long address, long size, SpaceUse use, int holder) {}

    /** A file with a user block of {@code base} bytes, in at most {@code most} cells. */
    MapCells(long base, long fileBytes, int most, int mostNamed) {
        this.base = base;
        this.fileBytes = fileBytes;
        this.mostNamed = mostNamed;
        cellBytes = Math.max(1, (fileBytes + most - 1) / most);
        cells = (int) Math.max(1, (fileBytes + cellBytes - 1) / cellBytes);
        bytes = new long[cells * USES];
        if (base > 0) {
            run(0, base, SpaceUse.USER_BLOCK, NOBODY);
        }
    }

    @Override
    public void accept(SpaceItem item) {
        super.accept(item);
        if (item instanceof Block block) {
            run(base + block.address(), block.size(), block.use(), block.holder());
        } else if (item instanceof FreeSection run) {
            run(base + run.address(), run.size(), SpaceUse.of(run.type()), NOBODY);
        } else if (item instanceof Part part) {
            move(part);
        }
    }

    private void run(long address, long size, SpaceUse use, int holder) {
        forEachCell(address, size, (cell, part) -> bytes[cell * USES + use.ordinal()] += part);
        runs++;
        if (mostNamed > 0) {
            Run run = new Run(address, size, use, holder);
            if (named.size() == mostNamed && SMALLEST_FIRST.compare(named.peek(), run) >= 0) {
                return;
            }
            named.add(run);
            if (named.size() > mostNamed) {
                named.remove();
            }
        }
    }

    private void move(Part part) {
        forEachCell(base + part.address(), part.size(), (cell, size) -> {
            int was = cell * USES + part.was().ordinal();
            long moved = Math.min(size, bytes[was]);
            bytes[was] -= moved;
            bytes[cell * USES + part.use().ordinal()] += moved;
        });
    }

    /** Receives the parts of a run. */
    @FunctionalInterface
    private interface CellAction {
        void take(int cell, long part);
    }

    private void forEachCell(long address, long size, CellAction action) {
        long at = address;
        long end = Math.min(address + size, fileBytes);
        while (at < end) {
            int cell = (int) (at / cellBytes);
            long to = Math.min(end, (cell + 1) * cellBytes);
            action.take(cell, to - at);
            at = to;
        }
    }

    /** The bytes of a class in a cell. */
    long bytes(int cell, SpaceUse use) {
        return bytes[cell * USES + use.ordinal()];
    }

    /**
     * The class that each cell is drawn as: one that it has bytes of, mostly the one that it has most of. Where classes are mixed,
     * they take turns, so that each has a share of the cells that is like its share of the bytes.
     */
    SpaceUse[] drawn() {
        SpaceUse[] uses = SpaceUse.values();
        SpaceUse[] drawn = new SpaceUse[cells];
        double[] due = new double[USES];
        for (int cell = 0; cell < cells; cell++) {
            double whole = Math.min(cellBytes, fileBytes - cell * cellBytes);
            int next = SpaceUse.UNTRACKED.ordinal();
            for (int use = 0; use < USES; use++) {
                long part = bytes[cell * USES + use];
                due[use] = part == 0 ? 0 : due[use] + part / whole;
                next = part > 0 && (bytes[cell * USES + next] == 0 || due[use] > due[next]) ? use : next;
            }
            due[next]--;
            drawn[cell] = uses[next];
        }
        return drawn;
    }

    /** The largest blocks and runs, in address order. */
    List<Run> named() {
        return named.stream().sorted(Comparator.comparingLong(Run::address)).toList();
    }
}
