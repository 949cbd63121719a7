package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.SpaceReport;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ObjectSnapshot;
import dev.fallow.oracle.Snapshot;
import dev.fallow.oracle.SnapshotValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real files, where there is a folder of them: each is opened and read like libhdf5 reads it, as far as it is supported;
 * the rest is refused by name, and nothing else ever happens.
 */
@NeedsReference
class CorpusFilesTest {
    @TempDir
    private Path folder;

    private int opened;
    private int compared;

    @Test
    void everyFileIsReadAsFarAsItIsSupported() throws IOException {
        List<Path> files = Corpus.files();
        assumeFalse(files.isEmpty(), "there is no corpus");
        for (Path original : files) {
            Path file = Corpus.openable(original, folder);
            try (ContainerFile container = ContainerFile.openReadOnly(file)) {
                opened++;
                read(container, Snapshot.of(file));
                SpaceReport report = container.space();
                assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                        .isEqualTo(report.fileBytes());
            } catch (UnsupportedFeatureException refused) {
                assertThat(refused).hasMessageContaining(file.getFileName().toString());
            }
        }
        assertThat(opened).as("files opened").isGreaterThanOrEqualTo(65);
        assertThat(compared).as("values compared").isGreaterThan(2_200);
    }

    private void read(ContainerFile container, SortedMap<String, ObjectSnapshot> expected) {
        List<Entry> entries;
        try {
            entries = container.list("/", true);
        } catch (UnsupportedFeatureException refused) {
            assertThat(refused).hasMessageContaining(container.name());
            return;
        }
        assertThat(entries)
                .as(container.name())
                .extracting(Entry::path)
                .containsExactlyInAnyOrderElementsOf(expected.keySet().stream()
                        .filter(path -> !path.equals("/"))
                        .toList());
        compare(container, "/", expected.get("/"));
        for (Entry entry : entries) {
            if (entry.problem() == null && (entry.kind() == ObjectKind.DATASET || entry.kind() == ObjectKind.GROUP)) {
                ObjectSnapshot object = expected.get(entry.path());
                boolean again = object.kind() == dev.fallow.oracle.ObjectKind.SAME_OBJECT;
                compare(container, entry.path(), again ? expected.get(object.target()) : object);
            }
        }
    }

    private void compare(ContainerFile container, String path, ObjectSnapshot expected) {
        String where = container.name() + " " + path;
        StoredObject object = container.root().get(path);
        try {
            assertThat(object.attributeNames())
                    .as(where)
                    .containsExactlyInAnyOrderElementsOf(expected.attributes().keySet());
            for (String name : object.attributeNames()) {
                compareAttribute(object, name, expected, where);
            }
            if (object instanceof dev.fallow.Dataset dataset) {
                Object value = dataset.read();
                assertThat(SnapshotValues.of(value)).as(where).isEqualTo(expected.values());
                compared++;
            }
        } catch (UnsupportedFeatureException refused) {
            assertThat(refused).as(where).hasMessageContaining(container.name());
        }
    }

    private void compareAttribute(StoredObject object, String name, ObjectSnapshot expected, String where) {
        try {
            Object value = object.attribute(name).value();
            assertThat(SnapshotValues.of(value))
                    .as(where + " attribute " + name)
                    .isEqualTo(expected.attributes().get(name).values());
            compared++;
        } catch (UnsupportedFeatureException refused) {
            assertThat(refused).as(where).hasMessageContaining(object.path());
        }
    }
}
