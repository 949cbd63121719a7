package dev.fallow.internal.storage;

/** How much was written to a file. Only its writer counts. */
public final class Counter {
    private long writes;
    private long bytes;
    private long forces;

    /** Counts a write. */
    public void wrote(long count) {
        writes++;
        bytes += count;
    }

    /** Counts a force. */
    public void forced() {
        forces++;
    }

    /** How many writes there were. */
    public long writes() {
        return writes;
    }

    /** The bytes of all writes. */
    public long bytes() {
        return bytes;
    }

    /** How many forces there were. */
    public long forces() {
        return forces;
    }
}
