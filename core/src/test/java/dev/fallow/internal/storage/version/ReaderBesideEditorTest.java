package dev.fallow.internal.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A read-only container shows what it showed when it was opened, whatever editors of the same JVM do to the file. */
class ReaderBesideEditorTest {
    private static final int DATASETS = 40;
    private static final int LENGTH = 3_000;
    /** Everything is read from the file, each time. */
    private static final OpenOptions UNCACHED =
            OpenOptions.defaults().withReadOnly(true).withCacheBytes(0).withChunkCacheBytes(0);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            fill(container);
        }
    }

    private static void fill(ContainerFile container) {
        for (int i = 0; i < DATASETS; i++) {
            int[] values = new int[LENGTH];
            Arrays.fill(values, i);
            DatasetOptions options = i % 2 == 0
                    ? DatasetOptions.defaults()
                    : DatasetOptions.defaults().withChunks(LENGTH / 4).withFilters(Filters.deflate(1));
            container.root().createGroup("g" + i).createDataset("d", values, options);
        }
    }

    /** The content of all datasets, by their paths. */
    private static TreeMap<String, Integer> content(ContainerFile container) {
        TreeMap<String, Integer> found = new TreeMap<>();
        for (Entry entry : container.root().listRecursively()) {
            if (entry.kind() == ObjectKind.DATASET) {
                found.put(
                        entry.path(),
                        Arrays.hashCode(container.dataset(entry.path()).read(int[].class)));
            }
        }
        return found;
    }

    /** The example with which this was found. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void aReaderDoesNotGetTheElementsOfAnotherDataset(FileFormat format) {
        Path other = folder.resolve("other.h5");
        int[] first = new int[LENGTH]; // longer than what is read together with a header
        Arrays.fill(first, 1);
        int[] second = new int[LENGTH];
        Arrays.fill(second, 9);
        try (ContainerFile container =
                ContainerFile.create(other, CreateOptions.defaults().withFormat(format))) {
            container.root().createDataset("a", first);
        }
        try (ContainerFile reader = ContainerFile.openReadOnly(other)) {
            Dataset a = reader.dataset("a");
            try (ContainerFile editor = ContainerFile.open(other)) {
                editor.delete("/a");
                editor.flush();
                editor.root().createDataset("b", second);
                editor.flush();
                assertThat(a.read(int[].class)).as("beside the editor").isEqualTo(first);
            }
            assertThat(a.read(int[].class)).as("after it").isEqualTo(first);
            assertThat(reader.exists("/b")).isFalse();
            try (ContainerFile later = ContainerFile.openReadOnly(other)) {
                assertThat(later.dataset("b").read(int[].class)).isEqualTo(second);
            }
        }
    }

    @Test
    void severalEditorsOneAfterTheOther() {
        try (ContainerFile reader = ContainerFile.open(file, UNCACHED)) {
            TreeMap<String, Integer> before = content(reader);
            assertThat(before).hasSize(DATASETS);
            for (int round = 0; round < 4; round++) {
                try (ContainerFile editor = ContainerFile.open(file)) {
                    for (int i = round; i < DATASETS; i += 4) {
                        editor.delete("/g" + i);
                    }
                    editor.flush();
                    assertThat(content(reader))
                            .as("round " + round + ", deleted")
                            .isEqualTo(before);
                    editor.root().createDataset("new" + round, new int[LENGTH]);
                    editor.flush();
                    editor.shrink(ShrinkOptions.defaults().withRatio(1));
                    assertThat(content(reader))
                            .as("round " + round + ", shrunk")
                            .isEqualTo(before);
                }
                assertThat(content(reader)).as("round " + round + ", closed").isEqualTo(before);
            }
            try (ContainerFile later = ContainerFile.open(file, UNCACHED)) {
                assertThat(content(later)).hasSize(4);
            }
        }
    }

    @Test
    void elementsThatAreOverwrittenInPlace() {
        try (ContainerFile reader = ContainerFile.open(file, UNCACHED);
                ContainerFile editor = ContainerFile.open(file)) {
            editor.dataset("/g4/d").write(new int[LENGTH]);
            assertThat(reader.dataset("/g4/d").read(int[].class)).containsOnly(4);
            assertThat(editor.dataset("/g4/d").read(int[].class)).containsOnly(0);
        }
    }

    @Test
    void aFileThatIsCreatedAnew() {
        try (ContainerFile reader = ContainerFile.open(file, UNCACHED)) {
            TreeMap<String, Integer> before = content(reader);
            try (ContainerFile editor =
                    ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true))) {
                editor.root().createDataset("only", 1);
                editor.flush();
                assertThat(content(reader)).isEqualTo(before);
            }
            assertThat(content(reader)).isEqualTo(before);
        }
    }

    /** The file of an interrupted edit is recovered by an editor while a reader shows it as recovered. */
    @Test
    void recovery() throws IOException {
        Path left = folder.resolve("left.h5");
        try (ContainerFile editor = ContainerFile.open(file)) {
            editor.delete("/g3");
            editor.flush();
            Files.copy(file, left);
            Files.copy(folder.resolve("file.h5.fallow-journal"), folder.resolve("left.h5.fallow-journal"));
        }
        try (ContainerFile reader = ContainerFile.open(left, UNCACHED)) {
            TreeMap<String, Integer> before = content(reader);
            assertThat(before).hasSize(DATASETS - 1);
            try (ContainerFile editor = ContainerFile.open(left)) {
                editor.delete("/g5");
                editor.flush();
                assertThat(content(reader)).isEqualTo(before);
            }
            assertThat(content(reader)).isEqualTo(before);
        }
    }

    @Test
    void manyThreadsBesideManyCommits() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        AtomicBoolean done = new AtomicBoolean();
        try (ContainerFile reader = ContainerFile.open(file, UNCACHED)) {
            TreeMap<String, Integer> before = content(reader);
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                running.add(threads.submit(() -> {
                    int rounds = 0;
                    do {
                        assertThat(content(reader)).isEqualTo(before);
                        rounds++;
                    } while (!done.get());
                    return rounds;
                }));
            }
            for (int round = 0; round < 20; round++) {
                try (ContainerFile editor = ContainerFile.open(file)) {
                    editor.delete("/g" + round);
                    editor.flush();
                    editor.root().createGroup("h" + round).createDataset("d", new int[LENGTH]);
                }
            }
            done.set(true);
            for (Future<Integer> each : running) {
                assertThat(each.get()).isPositive();
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    /** Descriptors are kept while the file is read, because closing one would drop the lock, and used again. */
    @Test
    void descriptorsAreFewAndGivenBack() throws IOException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs Linux");
        try (ContainerFile reader = ContainerFile.openReadOnly(file)) {
            for (int i = 0; i < 50; i++) {
                try (ContainerFile other = ContainerFile.openReadOnly(file)) {
                    assertThat(other.dataset("/g1/d").read(int[].class)).containsOnly(1);
                }
                try (ContainerFile editor = ContainerFile.open(file)) {
                    editor.root().createGroup("h" + i);
                }
            }
            assertThat(descriptors()).isBetween(1L, 6L);
            assertThat(reader.dataset("/g2/d").read(int[].class)).containsOnly(2);
        }
        assertThat(descriptors()).isZero();
    }

    private long descriptors() throws IOException {
        long count = 0;
        try (var open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : open) {
                try {
                    count += Files.readSymbolicLink(each).equals(file.toRealPath()) ? 1 : 0;
                } catch (IOException e) {
                    continue; // closed meanwhile
                }
            }
        }
        return count;
    }

    /** What no handle was closed for is not kept for ever: the next editor keeps nothing for a reader that was forgotten. */
    @Test
    void aReaderThatWasForgottenIsClosed() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs Linux");
        assertThat(forget()).isEqualTo(DATASETS);
        for (int attempt = 0; attempt < 200 && descriptors() > 0; attempt++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(descriptors()).isZero();
    }

    private int forget() {
        return content(ContainerFile.openReadOnly(file)).size();
    }

    @Test
    void anEditorStillKeepsReadersOutThatComeLater() {
        try (ContainerFile reader = ContainerFile.openReadOnly(file);
                ContainerFile editor = ContainerFile.open(file)) {
            assertThatThrownBy(() -> ContainerFile.openReadOnly(file)).isInstanceOf(FileInUseException.class);
            assertThatThrownBy(() -> ContainerFile.open(file)).isInstanceOf(FileInUseException.class);
            editor.root().createGroup("new");
            assertThat(reader.exists("/new")).isFalse();
        }
    }
}
