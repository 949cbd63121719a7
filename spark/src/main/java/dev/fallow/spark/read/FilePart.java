package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import java.io.Serializable;
import java.util.List;

/**
 * What a partition reads of a file.
 *
 * @param file as it was listed
 * @param grid of the table, as it was planned; null for the whole file, which was not opened
 * @param first the number of the first cell
 * @param end the number behind the last one
 * @param bytes stored, about
 * @param hosts where most of them are; empty if unknown
 */
record FilePart(FileEntry file, PartitionGrid grid, long first, long end, long bytes, List<String> hosts)
        implements Serializable {
    static FilePart whole(FileEntry file) {
        return new FilePart(file, null, 0, Long.MAX_VALUE, file.version().length(), file.hosts());
    }
}
