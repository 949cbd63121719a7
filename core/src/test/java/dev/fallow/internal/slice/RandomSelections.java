package dev.fallow.internal.slice;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import java.util.Random;

/** Random selections of all kinds that are inside an extent. */
public final class RandomSelections {
    private static final int MOST_POINTS = 40;
    private static final int MOST_BLOCKS = 6;

    private final Random random;
    private final long[] extent;

    /** @param extent of at least one dimension; may have dimensions of 0 */
    public RandomSelections(Random random, long[] extent) {
        this.random = random;
        this.extent = extent;
    }

    /** A selection of any kind; empty ones too. */
    public Selection any() {
        boolean empty = false;
        for (long size : extent) {
            empty |= size == 0;
        }
        return switch (random.nextInt(empty ? 2 : 10)) {
            case 0 -> new Selection.All(extent.length);
            case 1 -> emptySlab();
            case 2, 3 -> points();
            case 4, 5 -> blocks();
            case 6 -> block();
            default -> hyperslab();
        };
    }

    /** A hyperslab with at least one element. */
    public Hyperslab hyperslab() {
        int rank = extent.length;
        long[] start = new long[rank];
        long[] stride = new long[rank];
        long[] count = new long[rank];
        long[] block = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = below(extent[i]);
            long left = extent[i] - start[i];
            block[i] = 1 + (random.nextBoolean() ? 0 : below(left));
            stride[i] = block[i] + (random.nextBoolean() ? 0 : below(left));
            count[i] = 1 + below((left - block[i]) / stride[i] + 1);
        }
        return new Hyperslab(start, stride, count, block);
    }

    /** A block with at least one element. */
    public Selection block() {
        Blocks one = blocks(1);
        int rank = extent.length;
        long[] start = new long[rank];
        long[] count = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = one.corners()[i];
            count[i] = one.corners()[rank + i] - start[i] + 1;
        }
        return Selection.block(start, count);
    }

    /** At least one point, in any order, some of them several times. */
    public Points points() {
        int rank = extent.length;
        long[] coordinates = new long[(1 + random.nextInt(MOST_POINTS)) * rank];
        for (int i = 0; i < coordinates.length; i++) {
            boolean repeated = i >= rank && random.nextInt(3) == 0;
            coordinates[i] = repeated ? coordinates[i - rank] : below(extent[i % rank]);
        }
        return new Points(rank, coordinates);
    }

    /** At least one block; they may overlap. */
    public Blocks blocks() {
        return blocks(1 + random.nextInt(MOST_BLOCKS));
    }

    private Blocks blocks(int count) {
        int rank = extent.length;
        long[] corners = new long[2 * rank * count];
        for (int i = 0; i < count; i++) {
            for (int d = 0; d < rank; d++) {
                long one = below(extent[d]);
                long other = below(extent[d]);
                corners[2 * i * rank + d] = Math.min(one, other);
                corners[(2 * i + 1) * rank + d] = Math.max(one, other);
            }
        }
        return new Blocks(rank, corners);
    }

    private Selection emptySlab() {
        int rank = extent.length;
        long[] start = new long[rank];
        long[] count = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = below(extent[i] + 1);
            count[i] = below(extent[i] - start[i] + 1);
        }
        count[random.nextInt(rank)] = 0;
        return Selection.block(start, count);
    }

    private long below(long bound) {
        return bound <= 1 ? 0 : random.nextInt((int) Math.min(bound, Integer.MAX_VALUE));
    }
}
