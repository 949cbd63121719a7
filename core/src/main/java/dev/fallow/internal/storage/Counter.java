package dev.fallow.internal.storage;

/** Counts the writes to a file. Not thread-safe; only the file's writer updates it. */
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

    /** The number of writes. */
    public long writes() {
        return writes;
    }

    /** The bytes of all writes. */
    public long bytes() {
        return bytes;
    }

    /** The number of forces. */
    public long forces() {
        return forces;
    }
}
