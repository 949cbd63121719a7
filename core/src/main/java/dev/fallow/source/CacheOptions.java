package dev.fallow.source;

/**
 * How a {@link CachedSource} reads. Options are immutable: each {@code with} method returns a modified copy. All sizes are in
 * bytes.
 *
 * @param blockBytes the size of the blocks that are read and kept, 512 bytes to 16 MiB; 64 KiB by default
 * @param cacheBytes the size of all blocks that are kept, 0 for none; a sixteenth of the virtual machine's memory by default, and at most 64 MiB
 * @param headBytes what the first read fetches, from the start of the file: the superblock and the first headers; 0 to 16 MiB, 256 KiB by default
 * @param readAheadBytes small reads that follow each other read ahead, twice as much each time, up to this; 0 (never) to 16 MiB, 1 MiB by default
 * @param largestRequest the largest part that is read at once, or one block, if that is more; 512 bytes to 1 GiB, 4 MiB by default. Adjacent parts are joined up to this
 * @param parallelRequests how many parts of an announced or large read are read at the same time, 1 to 64; 4 by default, 1 for one after the other
 */
public record CacheOptions(
        int blockBytes, long cacheBytes, int headBytes, int readAheadBytes, int largestRequest, int parallelRequests) {
    private static final long MOST_DEFAULT_CACHE = 64L << 20;
    private static final int MEMORY_PART = 16;
    private static final int LEAST_BLOCK = 512;
    private static final int MOST_BLOCK = 16 << 20;
    private static final CacheOptions DEFAULTS = new CacheOptions(
            64 << 10,
            Math.min(MOST_DEFAULT_CACHE, Runtime.getRuntime().maxMemory() / MEMORY_PART),
            256 << 10,
            1 << 20,
            4 << 20,
            4);

    /** @throws IllegalArgumentException if a value is out of range */
    public CacheOptions {
        check("blockBytes", blockBytes, LEAST_BLOCK, MOST_BLOCK);
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
        check("headBytes", headBytes, 0, MOST_BLOCK);
        check("readAheadBytes", readAheadBytes, 0, MOST_BLOCK);
        check("largestRequest", largestRequest, LEAST_BLOCK, 1 << 30);
        check("parallelRequests", parallelRequests, 1, 64);
    }

    private static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("%s: expected %d to %d, found %d".formatted(what, least, most, value));
        }
    }

    /** The defaults. */
    public static CacheOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with this size of blocks. */
    public CacheOptions withBlockBytes(int bytes) {
        return new CacheOptions(bytes, cacheBytes, headBytes, readAheadBytes, largestRequest, parallelRequests);
    }

    /** Returns a copy with this size of the cache in bytes; 0 for none. */
    public CacheOptions withCacheBytes(long bytes) {
        return new CacheOptions(blockBytes, bytes, headBytes, readAheadBytes, largestRequest, parallelRequests);
    }

    /** Returns a copy whose first read has this size. */
    public CacheOptions withHeadBytes(int bytes) {
        return new CacheOptions(blockBytes, cacheBytes, bytes, readAheadBytes, largestRequest, parallelRequests);
    }

    /** Returns a copy that reads ahead so far; 0 for never. */
    public CacheOptions withReadAheadBytes(int bytes) {
        return new CacheOptions(blockBytes, cacheBytes, headBytes, bytes, largestRequest, parallelRequests);
    }

    /** Returns a copy that reads at most so much at once, or one block, if that is more. */
    public CacheOptions withLargestRequest(int bytes) {
        return new CacheOptions(blockBytes, cacheBytes, headBytes, readAheadBytes, bytes, parallelRequests);
    }

    /** Returns a copy with this maximum number of concurrent requests. */
    public CacheOptions withParallelRequests(int requests) {
        return new CacheOptions(blockBytes, cacheBytes, headBytes, readAheadBytes, largestRequest, requests);
    }
}
