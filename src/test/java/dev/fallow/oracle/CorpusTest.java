package dev.fallow.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
    private final String before = System.getProperty(Corpus.PROPERTY);

    @TempDir
    Path folder;

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(Corpus.PROPERTY);
        } else {
            System.setProperty(Corpus.PROPERTY, before);
        }
    }

    @Test
    void thePropertyNamesTheFolder() throws Exception {
        Files.createDirectory(folder.resolve("deeper"));
        Files.createFile(folder.resolve("deeper/b.hdf5"));
        Files.createFile(folder.resolve("a.h5"));
        Files.createFile(folder.resolve("a.txt"));
        System.setProperty(Corpus.PROPERTY, folder.toString());

        assertThat(Corpus.files()).containsExactly(folder.resolve("a.h5"), folder.resolve("deeper/b.hdf5"));
    }

    @Test
    void aPropertyThatNamesNoFolderIsAnErrorAndNotASkippedTest() {
        System.setProperty(Corpus.PROPERTY, folder.resolve("missing").toString());

        assertThatIllegalStateException().isThrownBy(Corpus::files).withMessageContaining("missing");
    }

    @Test
    void theRepositoryIsFoundFromTheModule() {
        assertThat(Corpus.repository().resolve("core/pom.xml")).exists();
    }

    /** What the oracle cannot read it names; that must stay the exception. */
    @Test
    @NeedsReference
    void theOracleReadsTheCorpus() throws IOException {
        List<Path> files = Corpus.files();
        assertThat(files).isNotEmpty();
        int read = 0;
        List<String> unread = new ArrayList<>();
        for (Path file : files) {
            SortedMap<String, ObjectSnapshot> snapshot = Snapshot.of(Corpus.openable(file, folder));
            assertThat(snapshot).containsKey("/");
            for (Map.Entry<String, ObjectSnapshot> entry : snapshot.entrySet()) {
                if (entry.getValue().values() instanceof SnapshotValues.Unread why) {
                    unread.add(file.getFileName() + " " + entry.getKey() + ": " + why);
                } else if (entry.getValue().kind() == ObjectKind.DATASET) {
                    read++;
                }
            }
        }
        assertThat(unread).as("datasets not read, of %d", read + unread.size()).hasSizeLessThanOrEqualTo(read / 10);
    }
}
