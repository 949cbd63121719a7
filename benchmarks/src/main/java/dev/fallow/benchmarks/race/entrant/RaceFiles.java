package dev.fallow.benchmarks.race.entrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the files of the tests are, one for each test and count.
 *
 * @param folder nothing is in it that is needed after a series
 */
public record RaceFiles(Path folder) {
    /** The file of a test; whether there is one or not. */
    public Path of(ReportTest test, int count) {
        return folder.resolve(test.label() + "-" + count + ".h5");
    }

    /** Deletes all that is there: a process that has failed may have left more than the last files. */
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
