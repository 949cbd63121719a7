package dev.fallow.cli.column;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A list of numbers of 8 bytes, which are 0 until they are set. O(1) per access. */
public final class LongColumn {
    private static final int BITS = ColumnMemory.BITS - 3;
    private static final int MASK = (1 << BITS) - 1;

    private final ColumnMemory memory;
    private ByteBuffer[] pieces = {};

    /** @param memory where the numbers are */
    public LongColumn(ColumnMemory memory) {
        this.memory = memory;
    }

    /** The number at an index; 0 if it was not set. */
    public long get(int index) {
        int piece = index >>> BITS;
        return piece < pieces.length ? pieces[piece].getLong((index & MASK) << 3) : 0;
    }

    /** Sets a number; the column becomes as long as needed. */
    public void set(int index, long value) {
        int piece = index >>> BITS;
        while (piece >= pieces.length) {
            pieces = Arrays.copyOf(pieces, pieces.length + 1);
            pieces[pieces.length - 1] = memory.next();
        }
        pieces[piece].putLong((index & MASK) << 3, value);
    }

    /** Adds to a number. */
    public void add(int index, long value) {
        set(index, get(index) + value);
    }

    /** A column with the first numbers of this one. */
    public LongColumn copy(int count) {
        LongColumn copy = new LongColumn(memory);
        for (int i = 0; i < count; i++) {
            copy.set(i, get(i));
        }
        return copy;
    }
}
