package dev.fallow.research.policy.reallocation;

import java.util.Arrays;

/** The moves since the last call of {@link #clear}, in the order in which they were made. */
public final class MoveLog implements MoveVisitor {
    private static final int FIELDS = 3;

    private int[] blocks = new int[16];
    private long[] places = new long[16 * FIELDS]; // from, to, size
    private int count;
    private long bytes;

    @Override
    public void moved(int block, long from, long to, long size) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
            places = Arrays.copyOf(places, 2 * count * FIELDS);
        }
        blocks[count] = block;
        places[count * FIELDS] = from;
        places[count * FIELDS + 1] = to;
        places[count * FIELDS + 2] = size;
        count++;
        bytes += size;
    }

    /** Forgets the moves. */
    public void clear() {
        count = 0;
        bytes = 0;
    }

    /** The number of moves. A block that was moved twice counts twice. */
    public int count() {
        return count;
    }

    /** The bytes moved. */
    public long bytes() {
        return bytes;
    }

    /** Visits the moves in order. */
    public void forEach(MoveVisitor visitor) {
        for (int i = 0; i < count; i++) {
            int at = i * FIELDS;
            visitor.moved(blocks[i], places[at], places[at + 1], places[at + 2]);
        }
    }
}
