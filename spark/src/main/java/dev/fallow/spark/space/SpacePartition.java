package dev.fallow.spark.space;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The files of one task.
 *
 * @param batches of files
 */
record SpacePartition(List<FileBatch> batches) implements InputPartition {
    /** A few files per batch, so that few files are divided among all processors, and large ones, too. */
    static final int BATCH_FILES = 16;

    /** ... and a batch has no more bytes of files, unless it is one file. */
    static final long BATCH_BYTES = 256L << 20;

    /** The maximum number of partitions for each processor: files differ in their cost. */
    private static final int PER_PROCESSOR = 4;

    /** Divides the batches of a listing into partitions of neighbours. */
    static SpacePartition[] of(List<FileBatch> batches, int filesPerPartition, int processors) {
        long files = batches.stream().mapToLong(FileBatch::files).sum();
        long wanted = Math.max((long) processors * PER_PROCESSOR, (files + filesPerPartition - 1) / filesPerPartition);
        int partitions = (int) Math.min(wanted, batches.size());
        SpacePartition[] all = new SpacePartition[partitions];
        for (int i = 0; i < partitions; i++) {
            int from = (int) ((long) i * batches.size() / partitions);
            int to = (int) ((i + 1L) * batches.size() / partitions);
            all[i] = new SpacePartition(List.copyOf(batches.subList(from, to)));
        }
        return all;
    }
}
