package dev.fallow.internal.heap;

import java.util.HashMap;
import java.util.Map;

/**
 * A set of heap offsets: one bit for each, in pieces of 4 KiB that are made when needed. The objects of a heap are added in the order of
 * their hashes, so runs of offsets would hardly merge before the end.
 */
public final class TakenBytes {
    private static final int PIECE_BITS = 15;
    private static final int PIECE = 1 << PIECE_BITS;

    private final Map<Long, long[]> pieces = new HashMap<>();

    /**
     * Adds {@code [offset, offset + length)}, unless some of it is there already.
     *
     * @return the first offset that is; -1 if none is, and all were added
     */
    long add(long offset, long length) {
        long taken = first(offset, length);
        if (taken < 0) {
            addAgain(offset, length);
        }
        return taken;
    }

    /**
     * Adds {@code [offset, offset + length)}.
     *
     * @return the number of offsets that were there
     */
    public long addAgain(long offset, long length) {
        long taken = 0;
        for (long at = offset; at < offset + length; at += step(at, offset + length)) {
            long[] piece = pieces.computeIfAbsent(at >>> PIECE_BITS, number -> new long[PIECE / Long.SIZE]);
            int word = (int) (at & PIECE - 1) / Long.SIZE;
            long mask = mask(at, step(at, offset + length));
            taken += Long.bitCount(piece[word] & mask);
            piece[word] |= mask;
        }
        return taken;
    }

    /** The first of the offsets {@code [offset, offset + length)} that is there; -1 if none is. */
    public long first(long offset, long length) {
        for (long at = offset; at < offset + length; at += step(at, offset + length)) {
            long[] piece = pieces.get(at >>> PIECE_BITS);
            long bits =
                    piece == null ? 0 : piece[(int) (at & PIECE - 1) / Long.SIZE] & mask(at, step(at, offset + length));
            if (bits != 0) {
                return (at & -Long.SIZE) + Long.numberOfTrailingZeros(bits);
            }
        }
        return -1;
    }

    /** The number of offsets from one on that are in the same word. */
    private static int step(long at, long end) {
        return (int) Math.min(end - at, Long.SIZE - (at & Long.SIZE - 1));
    }

    private static long mask(long at, int count) {
        long ones = count == Long.SIZE ? -1 : (1L << count) - 1;
        return ones << (at & Long.SIZE - 1);
    }
}
