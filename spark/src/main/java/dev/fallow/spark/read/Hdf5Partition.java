package dev.fallow.spark.read;

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
}
