package dev.fallow.cli.npy;

import dev.fallow.Dataset;
import dev.fallow.cli.shell.Values;

/** How many elements of a dataset are in memory at a time. */
final class NpySlabs {
    private static final long BYTES = 8 << 20;
    private static final long MOST_BYTES = 64 << 20;

    private NpySlabs() {}

    /**
     * The elements to read or write at a time, in whole rows of the first dimension: about 8 MiB; or whole rows of chunks, if they have at
     * most 64 MiB, because then no chunk is decoded twice.
     */
    static long elements(Dataset dataset, long[] shape) {
        long size = dataset.datatype().size();
        long usual = Math.max(1, BYTES / size);
        long[] chunk = dataset.chunkDimensions();
        if (chunk.length == 0 || shape.length == 0) {
            return usual;
        }
        long[] row = shape.clone();
        row[0] = Math.min(chunk[0], shape[0]);
        long elements = Values.product(row, 0);
        if (elements == 0 || elements > MOST_BYTES / size) {
            return usual;
        }
        return Math.max(1, usual / elements) * elements;
    }
}
