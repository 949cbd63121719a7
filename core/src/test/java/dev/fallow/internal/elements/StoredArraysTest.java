package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.OpenOptions;
import dev.fallow.RawChunk;
import dev.fallow.Selection;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.SzipCoding;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The arrays into which chunks are read as they are stored are used again. */
class StoredArraysTest {
    private static final int SIDE = 16;
    private static final int CHUNK = 1 << 14;
    private static final OpenOptions ONE_THREAD = OpenOptions.defaults().withFilterThreads(1);

    private static byte[] file(Object values, DatasetOptions options) {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            container.root().createDataset("d", values, options);
            container.flush();
            return container.toByteArray();
        }
    }

    private static int[] noise(int length, int seed) {
        return new Random(seed).ints(length).toArray();
    }

    private static void use(byte[] file, OpenOptions options, Consumer<Dataset> use) {
        try (ContainerFile container = ContainerFile.openBytes(file, options.withReadOnly(true))) {
            use.accept(container.dataset("d"));
        }
    }

    /** Fills the arrays that wait for their next use. */
    private static void fillIdleArrays(int length) {
        byte[] array = new byte[length];
        Arrays.fill(array, (byte) 0x5A);
        Scratches.giveArray(array);
    }

    @Test
    void readingAllocatesNothingOfTheSizeOfAChunk() {
        int chunks = 64;
        int[] noise = noise(chunks * CHUNK, 1);
        byte[] file = file(
                noise, DatasetOptions.defaults().withChunks(CHUNK).withFilters(Filters.shuffle(), Filters.deflate(1)));
        use(file, ONE_THREAD, dataset -> {
            int[] values = new int[noise.length];
            dataset.readInto(values); // makes the arrays
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            dataset.readInto(values);
            assertThat((threads.getCurrentThreadAllocatedBytes() - before) / chunks)
                    .as("bytes allocated for a chunk of %d bytes", 4 * CHUNK)
                    .isLessThan(CHUNK / 4);
            assertThat(values).isEqualTo(noise);
        });
    }

    @Test
    void everyFilterFindsTheBytesOfTheChunkAlone() {
        List<List<FilterSetting>> combinations = List.of(
                List.of(Filters.deflate(1)),
                List.of(Filters.shuffle()),
                List.of(Filters.shuffle(), Filters.deflate(6)),
                List.of(Filters.fletcher32()),
                List.of(Filters.shuffle(), Filters.deflate(1), Filters.fletcher32()),
                List.of(Filters.lzf()),
                List.of(Filters.szip(SzipCoding.NEAREST_NEIGHBOUR, 16)),
                List.of(Filters.nbit(), Filters.deflate(1)),
                List.of(Filters.scaleOffset(0)));
        int[][] values = new int[3 * SIDE + 5][2 * SIDE + 3];
        Random random = new Random(7);
        for (int[] row : values) {
            Arrays.setAll(row, i -> random.nextInt(1 << random.nextInt(20)));
        }
        for (List<FilterSetting> filters : combinations) {
            byte[] file = file(
                    values,
                    DatasetOptions.defaults()
                            .withChunks(SIDE, SIDE)
                            .withFilters(filters.toArray(FilterSetting[]::new)));
            for (int threads = 1; threads <= 3; threads++) {
                fillIdleArrays(8 * SIDE * SIDE);
                use(
                        file,
                        OpenOptions.defaults().withFilterThreads(threads),
                        dataset -> assertThat((int[][]) dataset.read())
                                .as(filters.toString())
                                .isDeepEqualTo(values));
            }
        }
    }

    /** The array still has the end of the first chunk behind what is stored of the second one. */
    @Test
    void aChunkThatIsCutOffDoesNotGoOnWithThoseBeforeIt() {
        int[] noise = noise(CHUNK, 3);
        try (ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFilterThreads(1))) {
            int[] twice = Arrays.copyOf(noise, 2 * CHUNK);
            System.arraycopy(noise, 0, twice, CHUNK, CHUNK);
            Dataset dataset = container
                    .root()
                    .createDataset(
                            "d",
                            twice,
                            DatasetOptions.defaults().withChunks(CHUNK).withFilters(Filters.deflate(1)));
            RawChunk whole = dataset.readChunk(0).orElseThrow();
            dataset.writeChunk(
                    new long[] {CHUNK}, new RawChunk(Arrays.copyOf(whole.bytes(), whole.bytes().length - 9), 0));
            Selection first = Selection.block(new long[] {0}, new long[] {CHUNK});
            assertThat(dataset.read(first)).isEqualTo(noise);
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("chunk [1]", "the stream is cut off");
            assertThat(dataset.read(first)).isEqualTo(noise);
        }
    }

    @Test
    @Tag("optimized")
    void readersAtTheSameTimeHaveArraysOfTheirOwn() throws Exception {
        int readers = 4;
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                int[] noise = noise(24 * 1024, 100 + i);
                byte[] file = file(
                        noise,
                        DatasetOptions.defaults().withChunks(1024).withFilters(Filters.shuffle(), Filters.deflate(1)));
                results.add(threads.submit(() ->
                        use(file, OpenOptions.defaults().withFilterThreads(3), dataset -> {
                            int[] values = new int[noise.length];
                            for (int lap = 0; lap < 40; lap++) {
                                Arrays.fill(values, 0);
                                dataset.readInto(values);
                                assertThat(values).isEqualTo(noise);
                            }
                        })));
            }
            for (Future<?> each : results) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void longArraysAreNotKept() {
        int length = 9 << 18; // 9 MiB
        byte[] file = file(
                noise(length, 5), DatasetOptions.defaults().withChunks(length).withFilters(Filters.deflate(1)));
        long before = Scratches.idleBytes();
        use(
                file,
                ONE_THREAD,
                dataset -> assertThat(((int[]) dataset.read()).length).isEqualTo(length));
        assertThat(Scratches.idleBytes()).isLessThanOrEqualTo(before);
        for (int i = 0; i < 1000; i++) {
            fillIdleArrays(100);
        }
        assertThat(Scratches.idleBytes())
                .isLessThanOrEqualTo(before + 1000 * Runtime.getRuntime().availableProcessors());
    }
}
