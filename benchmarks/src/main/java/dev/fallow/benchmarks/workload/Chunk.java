package dev.fallow.benchmarks.workload;

/**
 * Operations with their answers, as flat arrays that a replay goes through from the front to the back: next to nothing is
 * added to the time of the operations themselves.
 */
public final class Chunk {
    static final byte ALLOCATE = 0;
    static final byte FREE = 1;
    static final byte TAKE = 2;
    static final byte TAKE_REFUSED = 3;

    final byte[] kinds;
    final long[] addresses; // of an allocation: the answer
    final long[] sizes;
    private int count;

    /** Room for {@code capacity} operations. */
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

    /** Says what operation {@code i} was and what it should have answered. */
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
