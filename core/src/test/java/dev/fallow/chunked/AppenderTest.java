package dev.fallow.chunked;

import static dev.fallow.chunked.ChunkedEditsTest.requireAccount;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fallow.Appender;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ShrinkOptions;
import dev.fallow.Types;
import dev.fallow.WrongTypeException;
import dev.fallow.type.FixedPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the rows that an appender has collected when the container is committed, closed or changed. */
class AppenderTest {
    private static final long UNLIMITED = DatasetOptions.UNLIMITED;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void createFile() {
        file = folder.resolve("rows.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (String name : List.of("a", "b")) {
                container
                        .root()
                        .createDataset(
                                name,
                                new int[0],
                                DatasetOptions.defaults().withChunks(16).withMaxDimensions(UNLIMITED));
            }
            container
                    .root()
                    .createDataset(
                            "names",
                            new String[0],
                            DatasetOptions.defaults().withChunks(16).withMaxDimensions(UNLIMITED));
            container
                    .root()
                    .createDataset(
                            "few",
                            new int[0],
                            DatasetOptions.defaults().withChunks(2).withMaxDimensions(3));
            container
                    .root()
                    .createDataset(
                            "wide",
                            FixedPoint.INT32,
                            new long[] {0, 3},
                            DatasetOptions.defaults().withChunks(4, 3).withMaxDimensions(UNLIMITED, UNLIMITED));
        }
    }

    private static int[] upTo(int end) {
        return IntStream.range(0, end).toArray();
    }

    private static void append(Appender appender, int count) {
        for (int i = 0; i < count; i++) {
            appender.append(i);
        }
    }

    private void requireInts(String path, int[] expected) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset(path).read(int[].class)).isEqualTo(expected);
            assertThat(container.space().findings()).isEmpty();
        }
    }

    private void requireClosed() {
        assertThat(folder.resolve("rows.h5.fallow-journal")).doesNotExist();
    }

    @Test
    void closingTheContainerWritesTheRowsOfAllAppenders() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            Appender b = container.dataset("b").appender();
            Appender names = container.dataset("names").appender();
            container.dataset("a").appender(); // without rows
            append(a, 21);
            append(b, 3);
            names.append("x");
            names.append("y");
        }
        requireInts("a", upTo(21));
        requireInts("b", upTo(3));
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat((String[]) container.dataset("names").read()).containsExactly("x", "y");
        }
    }

    @Test
    void flushingWritesTheRowsIntoTheCommit() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            append(a, 5);
            try (ContainerFile before = container.snapshot()) {
                assertThat(before.dataset("a").read(int[].class)).isEmpty();
                container.flush();
                assertThat(a.pending()).isZero();
                assertThat(before.dataset("a").read(int[].class)).isEmpty();
                try (ContainerFile after = container.snapshot()) {
                    assertThat(after.dataset("a").read(int[].class)).isEqualTo(upTo(5));
                }
            }
            a.append(5);
            Appender b = container.dataset("b").appender();
            b.append(0);
            a.commit(); // also the rows of others
            assertThat(b.pending()).isZero();
            a.append(6);
        }
        requireInts("a", upTo(7));
        requireInts("b", upTo(1));
    }

    @Test
    void anExceptionThatEndsTheBlockDoesNotKeepTheRowsFromBeingWritten() {
        assertThatThrownBy(() -> {
                    try (ContainerFile container = ContainerFile.open(file)) {
                        append(container.dataset("a").appender(), 4);
                        throw new IllegalStateException("of the application");
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasNoSuppressedExceptions();
        requireInts("a", upTo(4));
    }

    @Test
    void operationsThatCommitWriteTheRowsFirst() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            append(a, 5);
            container.shrink(ShrinkOptions.defaults());
            assertThat(a.pending()).isZero();
            a.append(5);
            container.shrinkPlan();
            assertThat(a.pending()).isZero();
            assertThat(container.dataset("a").read(int[].class)).isEqualTo(upTo(6));
            a.append(6);
            container.reclaimUntracked();
            assertThat(a.pending()).isZero();
        }
        requireInts("a", upTo(7));
    }

    /** The rows of a can be written, those of the other one cannot: neither are committed, nor is any other change. */
    @Test
    void aFlushThatCannotWriteRowsCommitsNothing() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            Appender few = container.dataset("few").appender();
            append(a, 2);
            few.append(0);
            container.dataset("few").resize(3);
            container.root().createGroup("new");
            long commits = container.writeStatistics().commits();
            assertThatThrownBy(container::flush)
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContainingAll("rows.h5: /few", "nothing was committed", "1 rows")
                    .hasCauseInstanceOf(WrongTypeException.class);
            assertThat(container.writeStatistics().commits()).isEqualTo(commits);
            assertThat(few.pending()).isEqualTo(1);
            try (ContainerFile last = container.snapshot()) {
                assertThat(last.exists("new")).isFalse();
                assertThat(last.dataset("a").read(int[].class)).isEmpty();
            }
            container.dataset("few").resize(1); // now there is room
            container.flush();
            assertThat(few.pending()).isZero();
        }
        requireInts("a", upTo(2));
        requireInts("few", new int[2]);
    }

    /** An appender that is closed gives its rows up, with an exception, and no longer prevents commits. */
    @Test
    void anAppenderThatCannotBeWrittenIsClosed() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender few = container.dataset("few").appender();
            few.append(7);
            container.dataset("few").resize(3);
            assertThatThrownBy(few::write)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/few");
            assertThat(few.pending()).isEqualTo(1);
            assertThatThrownBy(few::close)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/few");
            few.close();
            assertThatThrownBy(() -> few.append(8))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContainingAll("/few", "the appender is closed");
            container.flush();
        }
        requireInts("few", new int[3]);
    }

    @Test
    void aContainerWhoseRowsCannotBeWrittenIsClosedAtTheLastCommit() {
        ContainerFile container = ContainerFile.open(file);
        Appender a = container.dataset("a").appender();
        append(a, 2);
        container.flush();
        append(a, 2);
        Appender few = container.dataset("few").appender();
        few.append(7);
        container.dataset("few").resize(3);
        assertThatThrownBy(container::close)
                .isInstanceOf(ContainerException.class)
                .hasMessageContainingAll("rows.h5: /few", "nothing was committed", "1 rows");
        requireClosed();
        assertThatThrownBy(() -> a.append(9)).hasMessageContaining("rows.h5 is closed");
        assertThatThrownBy(few::close).hasMessageContaining("rows.h5 is closed");
        container.close();
        requireInts("a", upTo(2));
        requireInts("few", new int[0]);
    }

    /** When the last row of a chunk is appended, and the chunk cannot be written, that row is not collected. */
    @Test
    void anAppendThatCannotWriteTheChunkAppendsNothing() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.dataset("few").resize(1);
            try (Appender few = container.dataset("few").appender()) {
                container.dataset("few").resize(3);
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> few.append(7)).isInstanceOf(WrongTypeException.class);
                    assertThat(few.pending()).isZero();
                }
                container.dataset("few").resize(1);
                few.append(7);
            }
        }
        requireInts("few", new int[] {0, 7});
    }

    @Test
    void rowsOfADeletedDatasetAreDroppedWithIt() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            Appender b = container.dataset("b").appender();
            append(a, 3);
            append(b, 3);
            container.delete("a");
            container
                    .root()
                    .createDataset(
                            "a",
                            new int[] {5},
                            DatasetOptions.defaults().withChunks(4).withMaxDimensions(UNLIMITED));
            assertThatThrownBy(() -> a.append(4))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("/a was deleted");
            assertThatThrownBy(a::write).isInstanceOf(NoSuchObjectException.class);
            container.flush();
            assertThat(a.pending()).isZero();
            a.close();
        }
        requireInts("a", new int[] {5});
        requireInts("b", upTo(3));
    }

    @Test
    void theDatasetIsResizedBeneathTheAppender() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Dataset wide = container.dataset("wide");
            Appender rows = wide.appender();
            rows.append(new int[] {1, 2, 3});
            wide.resize(2, 3); // the rows are behind the new ones
            wide.resize(2, 4);
            assertThatThrownBy(container::flush)
                    .hasMessageContainingAll(
                            "/wide", "expected rows of the shape [4]", "1 collected rows of the shape [3]");
            wide.resize(2, 3);
            rows.write();
            wide.resize(3, 2);
            rows.append(new int[] {4, 5}); // as the dataset is now
            assertThatThrownBy(() -> rows.append(new int[] {1, 2, 3})).isInstanceOf(WrongTypeException.class);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat((int[][]) container.dataset("wide").read())
                    .isEqualTo(new int[][] {{0, 0}, {0, 0}, {1, 2}, {4, 5}});
        }
    }

    /** A commit that changes make by themselves has no rows that are only collected; the next one has. */
    @Test
    void anAutomaticCommitLeavesTheRowsForTheNextOne() {
        Path other = folder.resolve("automatic.h5");
        try (ContainerFile container =
                ContainerFile.create(other, CreateOptions.defaults().withUncommittedBytes(1 << 20))) {
            Dataset numbers = container
                    .root()
                    .createDataset(
                            "n",
                            new int[0],
                            DatasetOptions.defaults().withChunks(16).withMaxDimensions(UNLIMITED));
            for (int i = 0; i < 100; i++) {
                container.root().createGroup("g" + i).createAttribute("a", new byte[30_000]);
            }
            container.flush();
            Appender rows = numbers.appender();
            append(rows, 7);
            long before = container.writeStatistics().commits();
            for (int i = 0; i < 100; i++) { // blocks of the last commit stay in memory
                container.group("g" + i).putAttribute("a", new byte[29_999]);
            }
            assertThat(container.writeStatistics().commits()).isGreaterThan(before);
            assertThat(rows.pending()).isEqualTo(7);
            requireAccount(container);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(other)) {
            assertThat(container.dataset("n").read(int[].class)).isEqualTo(upTo(7));
        }
    }

    @Test
    void aReadOnlyContainerHasNoAppender() throws Exception {
        byte[] before = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Dataset a = container.dataset("a");
            assertThatThrownBy(a::appender)
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("is open read-only");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void anotherThreadThatUsesTheContainerIsRefused() throws Exception {
        try (ContainerFile container = ContainerFile.open(file)) {
            Appender a = container.dataset("a").appender();
            a.append(0);
            container.dataset("a").resize(1);
            Throwable[] thrown = new Throwable[2];
            Dataset stored = container
                    .root()
                    .createDataset(
                            "stored", new int[] {1}, DatasetOptions.defaults().withChunks(1));
            stored.forEachChunk(chunk -> {
                Thread thread = new Thread(() -> {
                    thrown[0] = catchThrowable(() -> a.append(1));
                    thrown[1] = catchThrowable(a::close);
                });
                thread.start();
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(thrown[0]).isInstanceOf(ContainerException.class).hasMessageContaining("uses it while thread");
            assertThat(thrown[1]).isInstanceOf(ContainerException.class).hasMessageContaining("uses it while thread");
            a.append(1);
        }
        requireInts("a", new int[] {0, 0, 1});
    }

    private static int asked;

    /** A record that counts how often it is asked for a value. */
    record Counted(int id, double value) {
        @Override
        public int id() {
            asked++;
            return id;
        }
    }

    /**
     * The codec of the datatype and of the record class is made once, not for each row: a row takes little memory, and each value of
     * a record is asked for once.
     */
    @Test
    void aRowOfRecordsTakesLittle() {
        int rows = 20_000;
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset table = container
                    .root()
                    .createDataset(
                            "table",
                            Types.of(Counted.class),
                            new long[] {0},
                            DatasetOptions.defaults().withChunks(rows + 1).withMaxDimensions(UNLIMITED));
            try (Appender appender = table.appender()) {
                appender.append(new Counted(0, 0));
                asked = 0;
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 1; i < rows; i++) {
                    appender.append(new Counted(i, i / 2.0));
                }
                long bytes = threads.getCurrentThreadAllocatedBytes() - before;
                assertThat(asked).isEqualTo(rows - 1);
                assertThat(bytes / rows).as("bytes allocated for a row").isLessThan(400);
            }
            List<Counted> read = table.readRecords(Counted.class);
            assertThat(read).hasSize(rows);
            assertThat(read.get(rows - 1)).isEqualTo(new Counted(rows - 1, (rows - 1) / 2.0));
        }
    }

    /** A map that is appended again with other values, and a row that does not fit. */
    @Test
    void rowsAreEncodedAsTheyAreWhenTheyAreAppended() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset table = container
                    .root()
                    .createDataset(
                            "table",
                            Types.of(Counted.class),
                            new long[] {0},
                            DatasetOptions.defaults().withChunks(4).withMaxDimensions(UNLIMITED));
            try (Appender appender = table.appender()) {
                Map<String, Object> row = new HashMap<>(Map.of("id", 1, "value", 0.5));
                appender.append(row);
                row.put("id", 2L);
                appender.append(row);
                row.put("id", 2.5);
                assertThatThrownBy(() -> appender.append(row))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContaining(
                                "/table: the value, member id, 2.5, is not exactly representable as int32");
                appender.append(new Counted(3, 1));
                row.put("id", (byte) 4);
                appender.append(row);
            }
            assertThat(table.readRecords(Counted.class))
                    .containsExactly(new Counted(1, 0.5), new Counted(2, 0.5), new Counted(3, 1), new Counted(4, 0.5));
        }
    }
}
