package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Appender;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of changes that take too much memory are written before the commit, which is not made earlier. */
class SpillTest {
    private static final int OBJECTS = 1_500;
    /** A small part of what the objects take. */
    private static final long LITTLE = 200_000;
    /** So many names take several times as much. */
    private static final int NAMES = 20_000;

    @TempDir
    private Path folder;

    private Path file;

    private static CreateOptions creating(long uncommitted) {
        return CreateOptions.defaults().withCacheBytes(10_000).withUncommittedBytes(uncommitted);
    }

    private static OpenOptions opening(long uncommitted) {
        return OpenOptions.defaults().withCacheBytes(10_000).withUncommittedBytes(uncommitted);
    }

    /** Creates objects, deletes a third of them, and changes others that may have been written already. */
    private static void fill(Group group) {
        for (int i = 0; i < OBJECTS; i++) {
            Group made = group.createGroup("g" + i);
            made.putAttribute("number", new int[] {i, 100, i});
            made.putAttribute("text", "x".repeat(100 + i % 400));
            made.createDataset("d", new int[] {i, i + 1});
            if (i % 3 == 1) {
                group.delete("g" + i / 2);
            }
            if (i % 3 == 2) {
                group.group("g" + (i - 1)).putAttribute("number", i);
            }
        }
    }

    /** Creates a file with a few objects, which is closed. */
    private byte[] start(String name, CreateOptions options) throws IOException {
        file = folder.resolve(name + ".h5");
        try (ContainerFile container = ContainerFile.create(file, options)) {
            for (int i = 0; i < 20; i++) {
                container.root().createGroup("s" + i).putAttribute("a", new int[i]);
            }
        }
        return Files.readAllBytes(file);
    }

    private static long commits(ContainerFile container) {
        return container.writeStatistics().commits();
    }

    @ParameterizedTest
    @CsvSource({
        "LATEST, FSM_AGGR, true",
        "LATEST, PAGE, true",
        "LATEST, NONE, false",
        "EARLIEST, AGGR, false",
        "EARLIEST, FSM_AGGR, true"
    })
    void theFileIsTheSameWithAnyMemory(FileFormat format, FileSpaceStrategy strategy, boolean persistent)
            throws IOException {
        byte[][] content = new byte[2][];
        long[] written = new long[2];
        for (int i = 0; i < 2; i++) {
            long uncommitted = i == 0 ? LITTLE : 1L << 30;
            start(
                    "same" + i,
                    creating(uncommitted)
                            .withFormat(format)
                            .withStrategy(strategy)
                            .withPersistFreeSpace(persistent));
            try (ContainerFile container = ContainerFile.open(file, opening(uncommitted))) {
                fill(container.root());
                assertThat(commits(container)).as("early commits").isZero();
                written[i] = container.writeStatistics().bytes();
                assertThat(container.space().findings()).isEmpty();
            }
            content[i] = Containers.contentInUse(Files.readAllBytes(file));
        }
        assertThat(content[0]).isEqualTo(content[1]);
        assertThat(written[0]).as("bytes written before the commit").isGreaterThan(written[1] + LITTLE);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.root().names()).hasSize(20 + OBJECTS - OBJECTS / 3);
        }
    }

    /**
     * Names of a large group, and attributes of an object with many, have no blocks before the commit. Those that do not fit move outside
     * the heap, where they are found, renamed, deleted and listed as before, and nothing is committed early.
     */
    @ParameterizedTest
    @CsvSource({"UNTRACKED", "INDEXED"})
    void manyNamesAreNotCommittedEarly(CreationOrder order) throws IOException {
        byte[][] content = new byte[2][];
        List<List<String>> listed = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            long uncommitted = i == 0 ? LITTLE : 1L << 30;
            start("names" + i, creating(uncommitted));
            try (ContainerFile container = ContainerFile.open(file, opening(uncommitted))) {
                Group many = container
                        .root()
                        .createGroup("many", GroupOptions.defaults().withCreationOrder(order));
                for (int name = 0; name < NAMES; name++) {
                    many.createSoftLink("l" + name, "/s" + name);
                    many.putAttribute("a" + name, name);
                    if (name % 3 == 2) {
                        many.delete("l" + name / 2);
                        many.deleteAttribute("a" + name / 3);
                    } else if (name % 300 == 0) {
                        many.rename("l" + name, "another name " + name);
                    }
                }
                listed.add(many.names());
                assertThat(commits(container)).as("early commits").isZero();
            }
            content[i] = Containers.contentInUse(Files.readAllBytes(file));
        }
        assertThat(listed.get(0)).isEqualTo(listed.get(1)).hasSizeGreaterThan(NAMES / 2);
        assertThat(content[0]).isEqualTo(content[1]);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.group("many").names()).isEqualTo(listed.get(0));
            assertThat(container.space().findings()).isEmpty();
        }
    }

    /** What is written is not yet part of the file: neither after a crash nor for those who read it. */
    @Test
    void theLastCommitStaysUntilTheNext() throws Exception {
        start("crash", creating(LITTLE));
        Path copy = folder.resolve("copy.h5");
        ExecutorService reader = Executors.newSingleThreadExecutor();
        AtomicBoolean done = new AtomicBoolean();
        try (ContainerFile container = ContainerFile.open(file, opening(LITTLE));
                ContainerFile snapshot = container.snapshot()) {
            Callable<Integer> reading = () -> {
                int rounds = 0;
                while (!done.get()) {
                    assertStarted(snapshot);
                    try (ContainerFile now = container.snapshot()) {
                        assertStarted(now);
                    }
                    rounds++;
                }
                return rounds;
            };
            Future<Integer> read = reader.submit(reading);
            fill(container.root());
            done.set(true);
            assertThat(read.get()).isPositive();
            assertThat(commits(container)).isZero();
            Files.copy(file, copy);
            Files.copy(folder.resolve("crash.h5.fallow-journal"), folder.resolve("copy.h5.fallow-journal"));
        } finally {
            done.set(true);
            reader.shutdown();
        }
        try (ContainerFile container = ContainerFile.open(copy)) {
            assertStarted(container);
            assertThat(container.space().findings()).isEmpty();
            container.root().createGroup("after");
        }
        try (ContainerFile container = ContainerFile.openReadOnly(copy)) {
            assertThat(container.root().names()).hasSize(21);
            assertThat(Files.size(copy)).isEqualTo(container.allocatedBytes());
        }
    }

    private static void assertStarted(ContainerFile container) {
        assertThat(container.root().names()).hasSize(20);
        for (int i = 0; i < 20; i++) {
            assertThat(container.group("s" + i).attribute("a").read(int[].class))
                    .hasSize(i);
        }
    }

    /** A session that ends without a commit leaves no byte of what it has written. */
    @Test
    void withoutACommitTheFileIsAsItWas() throws IOException {
        file = folder.resolve("refused.h5");
        try (ContainerFile container = ContainerFile.create(file, creating(LITTLE))) {
            container
                    .root()
                    .createDataset(
                            "rows",
                            new byte[0],
                            DatasetOptions.defaults()
                                    .withChunks(4)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED)
                                    .withFilters(PickyFilter.SETTING));
        }
        byte[] before = Files.readAllBytes(file);
        ContainerFile container = ContainerFile.open(file, opening(LITTLE));
        fill(container.root());
        Appender rows = container.dataset("rows").appender();
        rows.append(PickyFilter.REFUSED);
        assertThat(commits(container)).isZero();
        assertThat(container.writeStatistics().bytes()).isGreaterThan(2 * LITTLE);
        assertThatThrownBy(container::close)
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("not this chunk");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(folder.resolve("refused.h5.fallow-journal")).doesNotExist();
    }

    /** Blocks that the last commit has stay in memory, so too many of them are committed early. */
    @Test
    void changesOfWhatIsCommittedAreCommitted() throws IOException {
        file = folder.resolve("changed.h5");
        try (ContainerFile container = ContainerFile.create(file, creating(LITTLE))) {
            fill(container.root());
            container.flush();
            long before = commits(container);
            for (String name : container.root().names()) {
                container.group(name).putAttribute("number", -1);
            }
            assertThat(commits(container)).isGreaterThan(before);
        }
    }

    @Test
    void aFileThatAnotherProgramHasCutIsNotWritten() throws IOException {
        start("cut", creating(LITTLE));
        ContainerFile container = ContainerFile.open(file, opening(LITTLE));
        container.root().createGroup("first");
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.truncate(500);
        }
        assertThatThrownBy(() -> {
                    for (int i = 0; i < OBJECTS; i++) {
                        container.root().createGroup("g" + i).putAttribute("text", "x".repeat(400));
                    }
                })
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("another program has cut the file to 500 bytes");
        assertThat(Files.size(file)).isEqualTo(500);
        assertThatThrownBy(container::close).isInstanceOf(StorageException.class);
    }
}
