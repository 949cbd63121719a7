package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The locations of the files of the tests, one for each test and count.
 *
 * @param folder the directory, which is cleared after each series
 */
public record RaceFiles(Path folder) {
    /** The path of a test's file, whether it exists or not. */
    public Path of(ReportTest test, int count) {
        return folder.resolve(test.label() + "-" + count + ".h5");
    }

    /** Deletes all files in the directory, because a failed process may have left more than the last files. */
    public void clear() throws IOException {
        List<Path> left;
        try (Stream<Path> all = Files.list(folder)) {
            left = all.toList();
        }
        for (Path path : left) {
            Files.delete(path);
        }
    }
}
