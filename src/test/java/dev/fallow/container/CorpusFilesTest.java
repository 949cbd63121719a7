package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.container.session.Differences;
import dev.fallow.container.session.FallowPicture;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of other software, if the corpus is present: each is read with the same result as by libhdf5, or refused with
 * an exception that names the file and the unsupported feature; there is no other outcome.
 */
@NeedsReference
class CorpusFilesTest {
    /** Parts of the messages for features that are not supported. */
    private static final List<String> NOT_READ =
            List.of("a virtual layout", "elements in external files", "is not available");

    @TempDir
    private Path folder;

    private int opened;
    private int compared;
    private int layouts;
    private final List<String> refusals = new ArrayList<>();

    @Test
    void everyFileIsReadAsFarAsItIsSupported() throws IOException {
        List<Path> files = Corpus.files();
        assumeFalse(files.isEmpty(), "there is no corpus");
        for (Path original : files) {
            Path file = Corpus.openable(original, folder);
            try (ContainerFile container = ContainerFile.openReadOnly(file)) {
                opened++;
                compare(container, Snapshot.of(file));
                compareLayouts(container, file);
                SpaceReport report = container.space();
                assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                        .isEqualTo(report.fileBytes());
            }
        }
        assertThat(opened).as("files opened").isGreaterThanOrEqualTo(65);
        assertThat(refusals)
                .as("what is refused")
                .allMatch(refusal -> NOT_READ.stream().anyMatch(refusal::contains));
        assertThat(compared).as("values compared").isGreaterThanOrEqualTo(2_500);
        assertThat(layouts).as("layouts compared").isGreaterThanOrEqualTo(2_400);
    }

    /**
     * Asserts that each value either equals the one that libhdf5 reads, or is refused with an exception that names the
     * file.
     */
    private void compare(ContainerFile container, SortedMap<String, ObjectSnapshot> expected) {
        FallowPicture picture = FallowPicture.of(container, expected);
        Differences.none(container.name(), picture.objects(), expected);
        assertThat(picture.refusals()).allMatch(refusal -> refusal.contains(container.name()));
        compared += picture.valuesRead();
        refusals.addAll(picture.refusals());
    }

    private void compareLayouts(ContainerFile container, Path file) {
        try (ReferenceFile reference = ReferenceFile.open(file, false)) {
            for (Entry entry : container.root().listRecursively()) {
                if (entry.kind() == ObjectKind.DATASET && entry.problem().isEmpty()) {
                    assertThat(container.dataset(entry.path()).layout().name())
                            .as(container.name() + " " + entry.path())
                            .isEqualTo(reference.storage(entry.path()).name());
                    layouts++;
                }
            }
        }
    }
}
