package dev.fallow.spark.space;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of {@link SpaceSource}, checked.
 *
 * @param names a pattern of the names of files in folders; null for all
 * @param all for the file systems
 */
record SpaceOptions(
        List<String> paths,
        SpaceColumn.Level level,
        boolean recursive,
        String names,
        int filesPerPartition,
        Map<String, String> all) {
    private static final int FILES_PER_PARTITION = 128;
    private static final int MOST_FILES_PER_PARTITION = 1_000_000;

    /** @throws IllegalArgumentException if a value is not known, or there is no path */
    static SpaceOptions of(CaseInsensitiveStringMap given) {
        List<String> paths = new ArrayList<>();
        if (given.get("path") != null) {
            paths.add(given.get("path"));
        }
        if (given.get("paths") != null) { // as Spark passes several
            try {
                paths.addAll(List.of(new ObjectMapper().readValue(given.get("paths"), String[].class)));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("option paths: expected a JSON array of strings", e);
            }
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("expected a path to load, found none");
        }
        return new SpaceOptions(
                List.copyOf(paths),
                SpaceColumn.Level.of(given.getOrDefault("level", SpaceColumn.Level.FILES.name())),
                given.getBoolean("recursiveFileLookup", true),
                given.get("pathGlobFilter"),
                filesPerPartition(given),
                Map.copyOf(given.asCaseSensitiveMap()));
    }

    private static int filesPerPartition(CaseInsensitiveStringMap given) {
        int files = given.getInt("filesPerPartition", FILES_PER_PARTITION);
        if (files < 1 || files > MOST_FILES_PER_PARTITION) {
            throw new IllegalArgumentException("option filesPerPartition: expected a number from 1 to %d, found %d"
                    .formatted(MOST_FILES_PER_PARTITION, files));
        }
        return files;
    }
}
