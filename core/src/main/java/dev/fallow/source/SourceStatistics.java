package dev.fallow.source;

/**
 * What a source has done so far.
 *
 * @param requests the requests, those that were repeated included
 * @param bytes the bytes that came back; of a {@link CachedSource}, those that it read from the source behind it
 * @param retries the requests that repeated one that failed or was answered in part
 * @param hits the blocks that were found in the cache, or were being read already
 */
public record SourceStatistics(long requests, long bytes, long retries, long hits) {}
