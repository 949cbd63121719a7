package dev.fallow.chunked;

import static dev.fallow.chunked.ChunkedEditsTest.chunks;
import static dev.fallow.chunked.ChunkedEditsTest.container;
import static dev.fallow.chunked.ChunkedEditsTest.numbers;
import static dev.fallow.chunked.ChunkedEditsTest.requireAccount;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fallow.Appender;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.RawChunk;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.Slab;
import dev.fallow.StoredChunkInfo;
import dev.fallow.Types;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Datasets that are written and read piece by piece. */
class StreamsTest {
    private static final long UNLIMITED = DatasetOptions.UNLIMITED;

    private static Dataset rows(ContainerFile container, DatasetOptions options) {
        return container.root().createDataset("rows", FloatingPoint.FLOAT64, new long[] {0, 3}, options);
    }

    @Test
    void rowsAreCollectedUntilTheyFillChunks() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            DatasetOptions options = DatasetOptions.defaults().withChunks(16, 3).withMaxDimensions(UNLIMITED, 3);
            Dataset dataset = rows(container, options.withFilters(Filters.deflate(1)));
            dataset.append(new double[] {-1, -2, -3});
            try (Appender appender = dataset.appender()) {
                double[] row = new double[3];
                for (int i = 0; i < 100_000; i++) {
                    row[0] = i;
                    row[2] = -i;
                    appender.append(row); // copied
                    if (i == 14) { // the first chunk is complete
                        assertThat(appender.pending()).isZero();
                        assertThat(dataset.dimensions()[0]).isEqualTo(16);
                    }
                }
                assertThat(appender.pending()).isPositive();
                appender.append(List.of(1.5, 2.5, 3.5));
                assertThatThrownBy(() -> appender.append(new double[4])).isInstanceOf(WrongTypeException.class);
                assertThatThrownBy(() -> appender.append("text")).isInstanceOf(WrongTypeException.class);
                appender.commit();
                assertThat(appender.pending()).isZero();
                appender.append(new double[] {7, 8, 9});
            }
            double[][] read = (double[][]) dataset.read();
            assertThat(read).hasDimensions(100_003, 3);
            assertThat(read[0]).containsExactly(-1, -2, -3);
            for (int i = 0; i < 100_000; i++) {
                assertThat(read[i + 1]).containsExactly(i, 0, -i);
            }
            assertThat(read[100_001]).containsExactly(1.5, 2.5, 3.5);
            assertThat(read[100_002]).containsExactly(7, 8, 9);
            requireAccount(container);
        }
    }

    @Test
    void rowsOfOneElementAndOfVariableLength() {
        try (ContainerFile container = container(FileFormat.EARLIEST)) {
            DatasetOptions options = DatasetOptions.defaults().withChunks(5).withMaxDimensions(UNLIMITED);
            Dataset numbers = container.root().createDataset("n", new int[0], options);
            Dataset names = container.root().createDataset("s", new String[0], options);
            try (Appender n = numbers.appender();
                    Appender s = names.appender()) {
                for (int i = 0; i < 2_500; i++) {
                    n.append(i);
                    s.append("name " + i);
                }
            }
            int[] expected = new int[2_500];
            java.util.Arrays.setAll(expected, i -> i);
            assertThat((int[]) numbers.read()).isEqualTo(expected);
            assertThat(((String[]) names.read())[2_499]).isEqualTo("name 2499");
            requireAccount(container);
        }
    }

    @Test
    void slabsAreReadInOrder() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            Dataset dataset = container
                    .root()
                    .createDataset(
                            "d", numbers(25, 4, 0), DatasetOptions.defaults().withChunks(6, 3));
            List<Long> firsts = new ArrayList<>();
            for (Slab slab : dataset.slabs(10)) {
                firsts.add(slab.first());
                int[][] rows = (int[][]) slab.rows();
                assertThat(rows).hasDimensions(slab.first() == 20 ? 5 : 10, 4);
                assertThat(rows[2][3]).isEqualTo((int) (slab.first() + 2) * 1000 + 3);
            }
            assertThat(firsts).containsExactly(0L, 10L, 20L);
            assertThatThrownBy(() -> dataset.slabs(0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aCopyHasOtherChunksAndFilters() {
        try (ContainerFile container = container(FileFormat.LATEST);
                ContainerFile other = container(FileFormat.EARLIEST)) {
            Dataset dataset = container
                    .root()
                    .createDataset(
                            "d", numbers(50, 70, 3), DatasetOptions.defaults().withChunks(7, 9));
            dataset.createAttribute("unit", "m");
            Dataset copy = dataset.copyTo(
                    other.root(),
                    "c",
                    DatasetOptions.defaults().withChunks(20, 30).withFilters(Filters.deflate(1)));
            assertThat(copy.read()).isEqualTo(numbers(50, 70, 3));
            assertThat(copy.attribute("unit").read()).isEqualTo("m");
            assertThat(copy.chunkDimensions()).containsExactly(20, 30);
            assertThat(copy.copyTo(other.root(), "again", DatasetOptions.defaults())
                            .read())
                    .isEqualTo(numbers(50, 70, 3));
            List<Long> done = new ArrayList<>();
            DatasetOptions ended = DatasetOptions.defaults().withChunks(1, 1).withProgress((part, total) -> {
                done.add(part);
                assertThat(total).isEqualTo(3_500);
                return false;
            });
            assertThatThrownBy(() -> dataset.copyTo(other.root(), "ended", ended))
                    .isInstanceOf(CancellationException.class);
            assertThat(done).hasSize(1);
            assertThat(other.exists("/ended")).isFalse();
            requireAccount(other);
        }
    }

    /** Of 10^12 elements two are stored; a copy that went through all of them would not end. */
    @Test
    void aCopyOfASparseDatasetIsSparse() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            long side = 1_000_000;
            Dataset dataset = file.root()
                    .createDataset(
                            "sparse",
                            Types.integer(4),
                            new long[] {side, side},
                            DatasetOptions.defaults()
                                    .withChunks(10, 100)
                                    .withMaxDimensions(-1, -1)
                                    .withFillValue(7));
            Selection one = Selection.block(new long[] {5, 6}, new long[] {1, 1});
            Selection two = Selection.block(new long[] {side - 1, side - 2}, new long[] {1, 2});
            dataset.write(one, new int[][] {{1}});
            dataset.write(two, new int[][] {{2, 3}});
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(3, 7)
                    .withMaxDimensions(-1, -1)
                    .withFillValue(7);
            long[] steps = {0, 0};
            Dataset copy = dataset.copyTo(file.root(), "copy", options.withProgress((done, total) -> {
                steps[0]++;
                steps[1] = done;
                return true;
            }));
            assertThat(copy.read(one)).isEqualTo(new int[][] {{1}});
            assertThat(copy.read(two)).isEqualTo(new int[][] {{2, 3}});
            assertThat(copy.read(Selection.block(new long[] {5, 5}, new long[] {1, 3})))
                    .isEqualTo(new int[][] {{7, 1, 7}});
            assertThat(copy.read(Selection.block(new long[] {99, 99}, new long[] {1, 1})))
                    .isEqualTo(new int[][] {{7}});
            assertThat(steps[0]).as("pieces").isLessThan(20);
            assertThat(steps[1]).isEqualTo(side * side);
        }
    }

    /** Of 2^20 chunks of one element two are stored: the others cost no more than their elements. */
    @Test
    void manySmallChunksThatAreNotStored() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            int many = 1 << 20;
            Dataset dataset = file.root()
                    .createDataset(
                            "d",
                            Types.integer(4),
                            new long[] {many},
                            DatasetOptions.defaults()
                                    .withChunks(1)
                                    .withMaxDimensions(-1)
                                    .withFillValue(7));
            dataset.write(Selection.block(new long[] {3}, new long[] {1}), new int[] {1});
            dataset.write(Selection.block(new long[] {many - 1}, new long[] {1}), new int[] {2});
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            int[] read = dataset.read(int[].class);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2L * Integer.BYTES * many);
            int[] expected = new int[many];
            java.util.Arrays.fill(expected, 7);
            expected[3] = 1;
            expected[many - 1] = 2;
            assertThat(read).isEqualTo(expected);
            assertThat(dataset.read(RawElements.class).bytes())
                    .hasSize(Integer.BYTES * many)
                    .startsWith(7, 0, 0, 0, 7, 0, 0, 0);
        }
    }

    @Test
    void chunksAreReadAndWrittenAsTheyAreStored() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(4)
                    .withMaxDimensions(UNLIMITED)
                    .withFilters(Filters.deflate(9));
            Dataset dataset = container.root().createDataset("d", new int[] {1, 2, 3, 4, 5, 6}, options);
            List<StoredChunkInfo> stored = new ArrayList<>();
            dataset.forEachChunk(stored::add);
            assertThat(stored).hasSize(2);
            assertThat(stored.get(1).offset()).containsExactly(4);
            RawChunk first = dataset.readChunk(0).orElseThrow();
            assertThat(first.bytes()).hasSize((int) stored.get(0).size());
            Dataset copy = container.root().createDataset("c", FixedPoint.INT32, new long[] {12}, options);
            assertThat(copy.readChunk(8)).isEmpty();
            copy.writeChunk(new long[] {8}, first);
            byte[] raw = new byte[16];
            raw[4] = 9;
            copy.writeChunk(new long[] {0}, new RawChunk(raw, 1)); // the filter is skipped
            assertThat((int[]) copy.read()).containsExactly(0, 9, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4);
            assertThat(chunks(copy)).isEqualTo(2);
            assertThatThrownBy(() -> copy.writeChunk(new long[] {2}, first))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("expected a multiple of 4 below 12, found 2");
            assertThatThrownBy(() -> copy.writeChunk(new long[] {0}, new RawChunk(new byte[15], 1)))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> copy.readChunk(0, 0)).isInstanceOf(WrongTypeException.class);
            requireAccount(container);
        }
    }
}
