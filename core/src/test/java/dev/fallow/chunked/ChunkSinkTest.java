package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ChunkSink;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.Reference;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.Filters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks of several datasets, from several threads. */
@Tag("optimized")
class ChunkSinkTest {
    private static final int THREADS = 6;
    private static final int ROWS = 43;
    private static final int COLUMNS = 29;
    private static final int HEIGHT = 5;
    private static final int WIDTH = 8;

    private static int[][] elements(int seed) {
        int[][] elements = new int[ROWS][COLUMNS];
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                elements[i][j] = seed * 100_000 + i * COLUMNS + j;
            }
        }
        return elements;
    }

    /** The elements of a chunk; fewer at the edges. */
    private static int[][] part(int[][] elements, long row, long column) {
        int[][] part = new int[Math.min(HEIGHT, ROWS - (int) row)][];
        for (int i = 0; i < part.length; i++) {
            part[i] =
                    Arrays.copyOfRange(elements[(int) row + i], (int) column, Math.min(COLUMNS, (int) column + WIDTH));
        }
        return part;
    }

    private static List<DatasetOptions> options() {
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(HEIGHT, WIDTH);
        return List.of(
                chunks,
                chunks.withFilters(Filters.shuffle(), Filters.deflate(6)),
                chunks.withFilters(Filters.deflate(1), Filters.fletcher32())
                        .withMaxDimensions(DatasetOptions.UNLIMITED, DatasetOptions.UNLIMITED));
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsWriteManyDatasets(FileFormat format) throws Exception {
        ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format));
        List<Dataset> datasets = new ArrayList<>();
        for (DatasetOptions each : options()) {
            datasets.add(container.root().createDataset("d" + datasets.size(), new int[ROWS][COLUMNS], each));
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        for (int round = 1; round <= 2; round++) { // the second one replaces chunks
            List<Future<?>> tasks = new ArrayList<>();
            try (ChunkSink sink = container.chunkSink()) {
                for (long row = 0; row < ROWS; row += HEIGHT) {
                    for (long column = 0; column < COLUMNS; column += WIDTH) {
                        for (int d = 0; d < datasets.size(); d++) {
                            Dataset dataset = datasets.get(d);
                            long[] offset = {row, column};
                            int[][] part = part(elements(round * 10 + d), row, column);
                            tasks.add(executor.submit(() -> sink.write(dataset, offset, part)));
                        }
                    }
                }
                for (Future<?> each : tasks) {
                    each.get();
                }
            }
            for (int d = 0; d < datasets.size(); d++) {
                assertThat(datasets.get(d).read(int[][].class)).isDeepEqualTo(elements(round * 10 + d));
            }
        }
        executor.shutdown();
        assertThat(container.space().findings()).isEmpty();
        assertThat(container.check().isSound()).isTrue();
        container.close();
        try (ContainerFile reopened = ContainerFile.openBytes(container.toByteArray(), OpenOptions.defaults())) {
            assertThat(reopened.dataset("d1").read(int[][].class)).isDeepEqualTo(elements(21));
        }
    }

    /** Chunks that one thread hands in are where it would put them as bytes. */
    @Test
    void oneThreadWritesTheBytesOfStoredChunks() {
        ContainerFile encoding = ContainerFile.createInMemory(CreateOptions.defaults());
        ContainerFile copying = ContainerFile.createInMemory(CreateOptions.defaults());
        Dataset encoded = encoding.root()
                .createDataset("d", new int[ROWS][COLUMNS], options().get(1));
        Dataset copied = copying.root()
                .createDataset("d", new int[ROWS][COLUMNS], options().get(1));
        try (ChunkSink sink = encoding.chunkSink()) {
            for (long row = 0; row < ROWS; row += HEIGHT) {
                for (long column = 0; column < COLUMNS; column += WIDTH) {
                    long[] offset = {row, column};
                    sink.write(encoded, offset, part(elements(1), row, column));
                    copied.writeChunk(offset, encoded.readChunk(offset).orElseThrow());
                }
            }
        }
        encoding.close();
        copying.close();
        assertThat(Arrays.mismatch(encoding.toByteArray(), copying.toByteArray()))
                .isEqualTo(-1);
    }

    /** The others are not affected. */
    @Test
    void aChunkThatFailsIsNotWritten() throws Exception {
        int chunks = 40;
        int size = 8;
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        Dataset dataset = container
                .root()
                .createDataset(
                        "d",
                        new byte[chunks * size],
                        DatasetOptions.defaults().withChunks(size).withFilters(FailingFilter.SETTING));
        ChunkSink sink = container.chunkSink();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < chunks; i++) {
            long offset = (long) i * size;
            byte[] part = new byte[size];
            Arrays.fill(part, (byte) 1);
            part[1] = (byte) ThreadLocalRandom.current().nextInt(20);
            part[0] = i % 4 == 3 ? FailingFilter.Failure.values()[i / 4 % 3].first() : 1;
            tasks.add(executor.submit(() -> sink.write(dataset, new long[] {offset}, part)));
        }
        for (int i = 0; i < chunks; i++) {
            Future<?> each = tasks.get(i);
            if (i % 4 == 3) {
                assertThatThrownBy(each::get).isInstanceOf(ExecutionException.class);
            } else {
                each.get();
            }
        }
        executor.shutdown();
        byte[] found = dataset.read(byte[].class);
        for (int i = 0; i < chunks; i++) {
            assertThat(found[i * size]).isEqualTo((byte) (i % 4 == 3 ? 0 : 1));
        }
        assertThat(container.space().findings()).isEmpty();
        container.close();
    }

    @Test
    void whatIsNoChunkIsRefused() {
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults());
        Dataset dataset = container
                .root()
                .createDataset("d", new int[ROWS][COLUMNS], options().get(1));
        Dataset ofOther = other.root()
                .createDataset("d", new int[ROWS][COLUMNS], options().get(1));
        Dataset whole = container.root().createDataset("whole", new int[4]);
        DatasetOptions small = DatasetOptions.defaults().withChunks(2);
        Dataset names = container.root().createDataset("names", new String[] {"a", "b"}, small.withVariableStrings());
        Dataset references = container
                .root()
                .createDataset("references", new Reference[] {dataset.reference(), dataset.reference()}, small);
        long[] start = {0, 0};
        int[][] part = new int[HEIGHT][WIDTH];
        ChunkSink sink = container.chunkSink();
        assertThatThrownBy(() -> sink.write(dataset, new long[] {1, 0}, part))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("expected a multiple of 5");
        assertThatThrownBy(() -> sink.write(dataset, new long[] {0}, part)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> sink.write(dataset, new long[] {45, 0}, part)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> sink.write(dataset, start, new int[HEIGHT][WIDTH + 1]))
                .isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> sink.write(dataset, start, new double[][] {{0.5}}))
                .isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> sink.write(ofOther, start, part))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("another container");
        assertThatThrownBy(() -> sink.write(whole, new long[] {0}, new int[4]))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("no chunks");
        assertThatThrownBy(() -> sink.write(names, new long[] {0}, new String[] {"c", "d"}))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThatThrownBy(() -> sink.write(references, new long[] {0}, new Reference[2]))
                .isInstanceOf(UnsupportedFeatureException.class);
        container.delete("/whole");
        assertThatThrownBy(() -> sink.write(whole, new long[] {0}, new int[4])).isInstanceOf(ContainerException.class);
        sink.close();
        assertThatThrownBy(() -> sink.write(dataset, start, part))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("closed");
        assertThat(dataset.read(int[][].class)).isDeepEqualTo(new int[ROWS][COLUMNS]);
        container.close();
        try (ContainerFile reading = ContainerFile.openBytes(
                container.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            assertThatThrownBy(reading::chunkSink).hasMessageContaining("read-only");
        }
    }
}
