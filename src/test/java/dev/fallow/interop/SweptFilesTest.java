package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Verifies the files in {@code -Dfallow.swept=FOLDER} that {@code interop/sweep.py --out FOLDER} has edited, edits them
 * with Fallow, and verifies them again.
 */
@NeedsReference
class SweptFilesTest {
    private static final String PROPERTY = "fallow.swept";
    /** The lines of a message that are reported for each file. */
    private static final int MOST_LINES = 4;

    @Test
    void areInOrderAndEdited() throws IOException {
        String swept = System.getProperty(PROPERTY);
        assumeTrue(swept != null, "the system property " + PROPERTY + " names no folder of files that were swept");
        try (Stream<Path> paths = Files.walk(Path.of(swept))) {
            List<Path> files = paths.filter(path -> path.toString().endsWith(".h5"))
                    .sorted()
                    .toList();
            assertThat(files).isNotEmpty();
            List<String> failures = new ArrayList<>();
            for (Path path : files) {
                try {
                    verifyAndEdit(path);
                } catch (AssertionError | RuntimeException failure) {
                    failures.add(failure.toString().lines().limit(MOST_LINES).collect(Collectors.joining(" ")));
                }
            }
            assertThat(failures).as("of %d files", files.size()).isEmpty();
        }
    }

    /**
     * Asserts that Fallow and libhdf5 report the same space before and after Fallow edits the file, and that the edit
     * leaves no untracked bytes.
     */
    static void verifyAndEdit(Path path) {
        SpaceReport before = SpaceChecks.check(path, path + ": as it was found");
        boolean persistent;
        try (ContainerFile file = ContainerFile.open(path)) {
            persistent = file.persistsFreeSpace();
            file.root().createGroup("by Fallow").createAttribute("kind", "text");
            file.root().createDataset("by Fallow/array", new double[321]);
            for (Link link : file.root().links()) {
                if (link.kind() != LinkKind.HARD) {
                    file.root().delete(link.name());
                }
            }
            file.delete("/by Fallow/array");
        }
        SpaceReport after = SpaceChecks.check(path, path + ": edited by Fallow");
        if (persistent) {
            assertThat(after.untrackedBytes())
                    .as("%s: untracked bytes after Fallow edited it", path)
                    .isLessThanOrEqualTo(before.untrackedBytes());
        }
    }
}
