package dev.fallow.internal.chunk;

/**
 * Where a chunk is in the file.
 *
 * @param address of its bytes
 * @param size its length in the file in bytes: that of a whole chunk if the dataset has no filters
 * @param filterMask bit i is set if filter i of the pipeline was skipped; bits beyond the pipeline mean nothing
 */
public record StoredChunk(long address, long size, int filterMask) {}
