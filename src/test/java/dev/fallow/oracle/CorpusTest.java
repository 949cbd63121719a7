package dev.fallow.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.snapshot.SnapshotValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /**
     * The oracle reads everything except what libhdf5 itself refuses: plugin filters, and global heap collections of
     * other writers that are smaller than libhdf5 permits.
     */
    @Test
    @NeedsReference
    void theOracleReadsTheCorpus() throws IOException {
        List<Path> files = Corpus.files();
        assertThat(files).isNotEmpty();
        List<String> unread = new ArrayList<>();
        for (Path file : files) {
            Snapshot.of(Corpus.openable(file, folder)).forEach((path, object) -> {
                addIfUnread(file + " " + path, object.values(), unread);
                object.attributes()
                        .forEach((name, attribute) ->
                                addIfUnread(file + " " + path + " @" + name, attribute.values(), unread));
            });
        }
        assertThat(unread)
                .allMatch(line -> line.matches(
                        ".*(required filter '.*' is not registered|global heap size is too small|more than \\d+).*"));
    }

    private static void addIfUnread(String where, Object values, List<String> unread) {
        if (values instanceof SnapshotValues.Unread reason) {
            unread.add(where + ": " + reason.why());
        }
    }
}
