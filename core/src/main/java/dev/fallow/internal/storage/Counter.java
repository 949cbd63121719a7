package dev.fallow.internal.storage;

/** Counts the writes to a file. Not thread-safe; only the file's writer updates it. */
public final class Counter {
    private long writes;
    private long bytes;
    private long forces;

    public void wrote(long count) {
        writes++;
        bytes += count;
    }

    public void forced() {
        forces++;
    }

    public long writes() {
        return writes;
    }

    public long bytes() {
        return bytes;
    }

    public long forces() {
        return forces;
    }
}
