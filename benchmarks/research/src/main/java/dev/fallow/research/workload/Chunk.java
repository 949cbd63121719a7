package dev.fallow.research.workload;

/**
 * Operations with their expected answers, in arrays that a replay reads sequentially, which adds almost no time to the
 * operations.
 */
public final class Chunk {
    static final byte ALLOCATE = 0;
    static final byte FREE = 1;
    static final byte TAKE = 2;
    static final byte TAKE_REFUSED = 3;

    final byte[] kinds;
    final long[] addresses; // for an allocation, the expected answer
    final long[] sizes;
    private int count;

    /** Creates a chunk for at most {@code capacity} operations. */
    public Chunk(int capacity) {
        kinds = new byte[capacity];
        addresses = new long[capacity];
        sizes = new long[capacity];
    }

    /** The capacity in operations. */
    public int capacity() {
        return kinds.length;
    }

    /** The number of operations. */
    public int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    void add(byte kind, long address, long size) {
        kinds[count] = kind;
        addresses[count] = address;
        sizes[count++] = size;
    }

    /** A description of operation {@code i} and its expected answer. */
    String describe(int i) {
        String arguments = "(address=" + addresses[i] + ", size=" + sizes[i] + ")";
        return switch (kinds[i]) {
            case ALLOCATE -> "allocate(" + sizes[i] + "), expected " + addresses[i];
            case FREE -> "free" + arguments;
            case TAKE -> "take" + arguments + ", expected true";
            default -> "take" + arguments + ", expected false";
        };
    }
}
