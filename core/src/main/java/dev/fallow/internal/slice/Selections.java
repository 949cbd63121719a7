package dev.fallow.internal.slice;

import dev.fallow.Blocks;
import dev.fallow.CorruptFileException;
import dev.fallow.Hyperslab;
import dev.fallow.OutOfRangeException;
import dev.fallow.Points;
import dev.fallow.Selection;
import dev.fallow.Slices;
import dev.fallow.TooLargeException;
import dev.fallow.WrongTypeException;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/** Checks selections against the extent of a dataset. */
public final class Selections {
    /** The most runs of an irregular selection; a union of blocks with more rows is refused. */
    private static final long MOST_RUNS = 1 << 24;

    private final Grid grid;
    private final String where;

    private Selections(Grid grid, String where) {
        this.grid = grid;
        this.where = where;
    }

    /**
     * The selected elements of a dataset.
     *
     * @param selection null for all elements
     * @throws WrongTypeException if the selection has another rank than the dataset, or is not inside it
     */
    public static Selected of(Selection selection, Grid grid, String where) {
        return new Selections(grid, where).of(selection);
    }

    /**
     * The selected elements of a dataset as a regular hyperslab.
     *
     * @param selection null for all elements
     * @return null if they are points or several blocks
     * @throws WrongTypeException as for {@link #of}
     */
    public static Regular regular(Selection selection, Grid grid, String where) {
        return of(selection, grid, where) instanceof Slice slice ? slice.slab() : null;
    }

    /**
     * The elements of a selection that need not be inside a dataset.
     *
     * @param selection without unlimited dimensions
     * @param extent of the dataset, all of whose elements may be selected
     * @throws CorruptFileException if an element has no number below 2^63
     * @throws TooLargeException if a union of blocks has too many rows
     */
    public static Numbered numbered(Selection selection, long[] extent, String where) {
        if (selection instanceof Blocks blocks
                && Arrays.stream(blocks.corners()).anyMatch(corner -> corner == Long.MAX_VALUE)) {
            throw new CorruptFileException(where + ": a selection ends behind element 2^63-2");
        }
        if (selection instanceof Selection.All) {
            return Regular.block(new long[extent.length], extent);
        } else if (selection instanceof Hyperslab slab) {
            return Regular.of(slab, where);
        } else if (selection instanceof Blocks blocks && blocks.count() == 1) {
            return Regular.of(single(blocks), where);
        }
        ElementRuns runs = new ElementRuns(extent.length);
        if (selection instanceof Points points) {
            for (int i = 0; i < points.count(); i++) {
                runs.add(Arrays.copyOfRange(points.coordinates(), i * points.rank(), (i + 1) * points.rank()), 1);
            }
        } else if (selection instanceof Blocks blocks) {
            new Selections(null, where).forEachRow(blocks, runs::add);
        }
        return runs;
    }

    /**
     * The shape of an array of selected elements.
     *
     * @param selection of these elements; null for all elements
     * @param selected the elements
     * @param scalar whether the dataset has no dimensions, for which the grid has one
     */
    public static long[] shape(Selection selection, Selected selected, Grid grid, boolean scalar) {
        if (selection == null && scalar) {
            return new long[0];
        }
        return selection instanceof Slices slices ? slices.shape(grid.extent()) : selected.shape();
    }

    private Selected of(Selection selection) {
        if (selection == null || selection instanceof Selection.All) {
            return slice(block(new long[grid.rank()], grid.extent()));
        } else if (selection instanceof Slices slices) {
            return slice(inside(slices));
        } else if (selection instanceof Selection.None) {
            return new Pieces(grid);
        } else if (selection instanceof Hyperslab slab) {
            requireRank(slab.rank());
            return slice(bounded(slab));
        } else if (selection instanceof Blocks blocks) {
            requireRank(blocks.rank());
            return blocks.count() == 1 ? slice(single(blocks)) : union(blocks);
        }
        Points points = (Points) selection;
        requireRank(points.rank());
        return points(points);
    }

    private Hyperslab inside(Slices slices) {
        try {
            return slices.in(grid.extent());
        } catch (OutOfRangeException e) {
            throw new OutOfRangeException(where + ": " + e.getMessage());
        } catch (WrongTypeException e) {
            throw new WrongTypeException(where + ": " + e.getMessage(), e);
        }
    }

    private static Hyperslab block(long[] start, long[] size) {
        long[] one = new long[start.length];
        Arrays.fill(one, 1);
        return new Hyperslab(start, one, one, size);
    }

    private void requireRank(int rank) {
        if (rank != grid.rank()) {
            throw new WrongTypeException(
                    "%s: expected a selection of %d dimensions, found %d".formatted(where, grid.rank(), rank));
        }
    }

    /** Replaces unlimited counts and blocks by what the dataset has. */
    private Hyperslab bounded(Hyperslab slab) {
        long[] count = slab.count().clone();
        long[] block = slab.block().clone();
        for (int i = 0; i < count.length; i++) {
            long left = Math.max(0, grid.extent()[i] - slab.start()[i]);
            if (block[i] == Selection.UNLIMITED) {
                block[i] = left;
                count[i] = Math.min(1, count[i] == Selection.UNLIMITED ? 1 : count[i]);
            } else if (count[i] == Selection.UNLIMITED) {
                long stride = slab.stride()[i];
                count[i] = left < block[i] ? 0 : (left - block[i]) / stride + 1; // whole blocks only
            }
        }
        return new Hyperslab(slab.start(), slab.stride(), count, block);
    }

    private Selected slice(Hyperslab slab) {
        long elements = 1;
        long[] counts = slab.count().clone();
        long[] blocks = slab.block().clone();
        for (int i = 0; i < slab.rank(); i++) {
            if (counts[i] > 1 && slab.stride()[i] < blocks[i]) {
                throw new WrongTypeException("%s: dimension %d: blocks of %d elements at a distance of %d overlap"
                        .formatted(where, i, blocks[i], slab.stride()[i]));
            }
            if (counts[i] > 0 && blocks[i] > 0) {
                requireInside(i, slab.start()[i], last(slab, i));
                elements = multiply(elements, Math.multiplyExact(counts[i], blocks[i]));
                continue;
            } else if (slab.start()[i] > grid.extent()[i]) {
                throw outside(i, slab.start()[i], slab.start()[i]);
            }
            counts[i] = 0;
            blocks[i] = 0;
        }
        return new Slice(grid, Regular.of(new Hyperslab(slab.start(), slab.stride(), counts, blocks), where));
    }

    private long last(Hyperslab slab, int dimension) {
        try {
            long distance = Math.multiplyExact(slab.count()[dimension] - 1, slab.stride()[dimension]);
            return Math.addExact(Math.addExact(slab.start()[dimension], distance), slab.block()[dimension] - 1);
        } catch (ArithmeticException e) {
            throw new WrongTypeException(
                    "%s: dimension %d: the selection ends behind element 2^63-1".formatted(where, dimension), e);
        }
    }

    private long multiply(long elements, long count) {
        try {
            return Math.multiplyExact(elements, count);
        } catch (ArithmeticException e) {
            throw new WrongTypeException(where + ": more than 2^63-1 selected elements", e);
        }
    }

    private void requireInside(int dimension, long first, long last) {
        if (last >= grid.extent()[dimension]) {
            throw outside(dimension, first, last);
        }
    }

    private OutOfRangeException outside(int dimension, long first, long last) {
        return new OutOfRangeException("%s: dimension %d has %d elements, the selection is of elements %d to %d"
                .formatted(where, dimension, grid.extent()[dimension], first, last));
    }

    private static Hyperslab single(Blocks blocks) {
        int rank = blocks.rank();
        long[] size = new long[rank];
        for (int i = 0; i < rank; i++) {
            size[i] = blocks.corners()[rank + i] - blocks.corners()[i] + 1;
        }
        return block(Arrays.copyOf(blocks.corners(), rank), size);
    }

    private Selected points(Points points) {
        Pieces pieces = new Pieces(grid);
        int rank = points.rank();
        long[] point = new long[rank];
        for (int i = 0; i < points.count(); i++) {
            System.arraycopy(points.coordinates(), i * rank, point, 0, rank);
            for (int d = 0; d < rank; d++) {
                requireInside(d, point[d], point[d]);
            }
            pieces.add(point, 1);
        }
        return pieces;
    }

    private Selected union(Blocks blocks) {
        int rank = blocks.rank();
        for (int i = 0; i < blocks.corners().length; i++) {
            if (i / rank % 2 == 0) {
                requireInside(i % rank, blocks.corners()[i], blocks.corners()[i + rank]);
            }
        }
        Pieces pieces = new Pieces(grid);
        forEachRow(blocks, pieces::add);
        return pieces;
    }

    /** The number of rows of all blocks. */
    private int rows(Blocks blocks) {
        int rank = blocks.rank();
        long rows = 0;
        for (int i = 0; i < blocks.count(); i++) {
            long rowsOfBlock = 1;
            for (int d = 0; d < rank; d++) {
                long from = blocks.corners()[2 * i * rank + d];
                long to = blocks.corners()[(2 * i + 1) * rank + d];
                rowsOfBlock = d == rank - 1 ? rowsOfBlock : multiply(rowsOfBlock, to - from + 1);
            }
            rows += rowsOfBlock;
            if (rows > MOST_RUNS || rowsOfBlock > MOST_RUNS) {
                throw new TooLargeException("%s: a union of blocks with more than %d rows".formatted(where, MOST_RUNS));
            }
        }
        return (int) rows;
    }

    /** Visits the elements of blocks that may overlap, each once, in row-major order, as runs in the last dimension. */
    private void forEachRow(Blocks blocks, ObjLongConsumer<long[]> visitor) {
        int last = blocks.rank() - 1;
        long[][] rows = sortedRows(blocks);
        for (int i = 0; i < rows.length; ) {
            long[] run = rows[i];
            long end = run[last + 1];
            int next = i + 1;
            while (next < rows.length
                    && Arrays.equals(run, 0, last, rows[next], 0, last)
                    && rows[next][last] <= end + 1) {
                end = Math.max(end, rows[next][last + 1]);
                next++;
            }
            visitor.accept(Arrays.copyOf(run, last + 1), end - run[last] + 1);
            i = next;
        }
    }

    /** The rows of all blocks: the coordinates of the first element, and behind them the last one's last coordinate. */
    private long[][] sortedRows(Blocks blocks) {
        int rank = blocks.rank();
        long[][] rows = new long[rows(blocks)][];
        int next = 0;
        for (int i = 0; i < blocks.count(); i++) {
            long[] first = Arrays.copyOfRange(blocks.corners(), 2 * i * rank, (2 * i + 1) * rank);
            long[] last = Arrays.copyOfRange(blocks.corners(), (2 * i + 1) * rank, (2 * i + 2) * rank);
            long[] row = Arrays.copyOf(first, rank + 1);
            row[rank] = last[rank - 1];
            do {
                rows[next++] = row.clone();
            } while (advance(row, first, last));
        }
        Arrays.sort(rows, Arrays::compare);
        return rows;
    }

    /** Goes to the next row of a block; false if there is none. */
    private static boolean advance(long[] row, long[] first, long[] last) {
        for (int d = first.length - 2; d >= 0; d--) {
            if (++row[d] <= last[d]) {
                return true;
            }
            row[d] = first[d];
        }
        return false;
    }
}
