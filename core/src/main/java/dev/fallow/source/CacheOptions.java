package dev.fallow.source;

import java.util.function.Consumer;

/**
 * How a {@link CachedSource} reads. Options are immutable: each {@code with} method returns a modified copy. All sizes are in
 * bytes.
 */
public final class CacheOptions implements Cloneable {
    private static final long MOST_DEFAULT_CACHE = 64L << 20;
    private static final int MEMORY_PART = 16;
    private static final int LEAST_BLOCK = 512;
    private static final int MOST_BLOCK = 16 << 20;
    private static final CacheOptions DEFAULTS = new CacheOptions();

    private int blockBytes = 64 << 10;
    private long cacheBytes = Math.min(MOST_DEFAULT_CACHE, Runtime.getRuntime().maxMemory() / MEMORY_PART);
    private int headBytes = 256 << 10;
    private int readAheadBytes = 1 << 20;
    private int largestRequest = 4 << 20;
    private int parallelRequests = 4;

    private CacheOptions() {}

    /** The defaults. */
    public static CacheOptions defaults() {
        return DEFAULTS;
    }

    private CacheOptions with(Consumer<CacheOptions> change) {
        try {
            CacheOptions copy = (CacheOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options can be cloned", e);
        }
    }

    private static int checked(String what, long value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("%s: expected %d to %d, found %d".formatted(what, least, most, value));
        }
        return (int) value;
    }

    /** The size of the blocks that are read and kept; 64 KiB by default. */
    public int blockBytes() {
        return blockBytes;
    }

    /** The size of all blocks that are kept; a sixteenth of the virtual machine's memory by default, and at most 64 MiB. */
    public long cacheBytes() {
        return cacheBytes;
    }

    /** What the first read fetches, from the start of the file: the superblock and the first headers; 256 KiB by default. */
    public int headBytes() {
        return headBytes;
    }

    /** Small reads that follow each other read ahead, twice as much each time, up to this; 1 MiB by default. */
    public int readAheadBytes() {
        return readAheadBytes;
    }

    /** The largest part that is read at once; 4 MiB by default. Adjacent parts are joined up to this. */
    public int largestRequest() {
        return largestRequest;
    }

    /** How many parts of an announced or large read are read at the same time; 4 by default, 1 for one after the other. */
    public int parallelRequests() {
        return parallelRequests;
    }

    /**
     * Returns a copy with this size of blocks.
     *
     * @throws IllegalArgumentException if it is not between 512 bytes and 16 MiB
     */
    public CacheOptions withBlockBytes(int bytes) {
        int checked = checked("blockBytes", bytes, LEAST_BLOCK, MOST_BLOCK);
        return with(copy -> copy.blockBytes = checked);
    }

    /**
     * Returns a copy with this size of the cache in bytes; 0 for none.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public CacheOptions withCacheBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + bytes);
        }
        return with(copy -> copy.cacheBytes = bytes);
    }

    /**
     * Returns a copy whose first read has this size.
     *
     * @throws IllegalArgumentException if it is not between 0 and 16 MiB
     */
    public CacheOptions withHeadBytes(int bytes) {
        int checked = checked("headBytes", bytes, 0, MOST_BLOCK);
        return with(copy -> copy.headBytes = checked);
    }

    /**
     * Returns a copy that reads ahead so far; 0 for never.
     *
     * @throws IllegalArgumentException if it is not between 0 and 16 MiB
     */
    public CacheOptions withReadAheadBytes(int bytes) {
        int checked = checked("readAheadBytes", bytes, 0, MOST_BLOCK);
        return with(copy -> copy.readAheadBytes = checked);
    }

    /**
     * Returns a copy that reads at most so much at once, or one block, if that is more.
     *
     * @throws IllegalArgumentException if it is not between 512 bytes and 1 GiB
     */
    public CacheOptions withLargestRequest(int bytes) {
        int checked = checked("largestRequest", bytes, LEAST_BLOCK, 1 << 30);
        return with(copy -> copy.largestRequest = checked);
    }

    /**
     * Returns a copy with this maximum number of concurrent requests.
     *
     * @throws IllegalArgumentException if it is not between 1 and 64
     */
    public CacheOptions withParallelRequests(int requests) {
        int checked = checked("parallelRequests", requests, 1, 64);
        return with(copy -> copy.parallelRequests = checked);
    }
}
