package dev.fallow.freespace.ordered;

/**
 * The state that {@link SizeIndex} stores for one size, in a long.
 *
 * <pre>
 *   kind     bits 0-1     2-7          8-31    32-63
 *   few      0            log2 block   count   block in {@link AddressRuns}
 *   marked   1            slot (2-31)          count
 *   listed   2            -                    count
 *   one      3            address (2-63)
 * </pre>
 */
final class StateWord {
    static final int FEW = 0;
    static final int MARKED = 1;
    static final int LISTED = 2;
    static final int ONE = 3;

    /** The lowest address that does not fit into a state word; a size with such an address has a run of one. */
    static final long TOO_HIGH_FOR_ONE = 1L << 61;

    /** The increment of the count of a marked or listed size. */
    static final long ONE_MORE = 1L << 32;

    private StateWord() {}

    static long few(int block, int count, int log) {
        return (long) block << 32 | (long) count << 8 | (long) log << 2;
    }

    static long marked(int slot, int count) {
        return (long) count << 32 | (long) slot << 2 | MARKED;
    }

    static long listed(int count) {
        return (long) count << 32 | LISTED;
    }

    static long one(long address) {
        return address << 2 | ONE;
    }

    static int kind(long state) {
        return (int) state & 3;
    }

    /** log2 of the number of longs in the block of a run. */
    static int log(long state) {
        return (int) state >>> 2 & 63;
    }

    /** The number of sections in a run. */
    static int fewCount(long state) {
        return (int) state >>> 8;
    }

    /** The position of a run's block. */
    static int block(long state) {
        return (int) (state >>> 32);
    }

    /** The number of sections of a marked or listed size. */
    static int manyCount(long state) {
        return (int) (state >>> 32);
    }

    static int slot(long state) {
        return (int) state >>> 2;
    }

    /** The address of the only section. */
    static long address(long state) {
        return state >>> 2;
    }
}
