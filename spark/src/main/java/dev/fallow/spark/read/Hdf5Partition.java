package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A partition: parts of files, one after the other.
 *
 * @param parts at least one
 */
record Hdf5Partition(List<FilePart> parts) implements InputPartition {
    private static final int MOST_HOSTS = 3;

    /** The hosts with the most bytes. */
    @Override
    public String[] preferredLocations() {
        Map<String, Long> bytes = new HashMap<>();
        for (FilePart part : parts) {
            for (String host : part.hosts()) {
                bytes.merge(host, part.bytes(), Long::sum);
            }
        }
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_HOSTS)
                .map(Map.Entry::getKey)
                .toArray(String[]::new);
    }

    /**
     * What a partition reads of a file.
     *
     * @param grid of the table, as it was planned; null for the whole file, which was not opened
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
}
