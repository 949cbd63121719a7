package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WriteMode;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.FixedPoint;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Creating, writing, resizing, appending to, copying and deleting chunked datasets of every index, in memory. */
class ChunkedEditsTest {
    private static final long UNLIMITED = DatasetOptions.UNLIMITED;

    static ContainerFile container(FileFormat format) {
        return ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format));
    }

    static void requireAccount(ContainerFile container) {
        SpaceReport report = container.space();
        assertThat(report.findings()).isEmpty();
        assertThat(report.untrackedBytes()).isZero();
        assertThat(report.liveBytes() + report.freeBytes()).isEqualTo(report.fileBytes());
    }

    static int[][] numbers(int rows, int columns, int from) {
        int[][] numbers = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                numbers[i][j] = from + i * 1000 + j;
            }
        }
        return numbers;
    }

    /** Each index in both formats, without and with filters. */
    static Stream<Arguments> kinds() {
        List<Arguments> kinds = new ArrayList<>();
        long[][] limits = {null, {40, 50}, {UNLIMITED, 13}, {11, UNLIMITED}, {UNLIMITED, UNLIMITED}};
        FilterSetting[][] filters = {
            {}, {Filters.shuffle(), Filters.deflate(3)}, {Filters.deflate(1), Filters.fletcher32()}
        };
        for (FileFormat format : FileFormat.values()) {
            for (long[] limit : limits) {
                for (FilterSetting[] each : filters) {
                    DatasetOptions options =
                            DatasetOptions.defaults().withChunks(4, 5).withFilters(each);
                    kinds.add(Arguments.of(format, limit == null ? options : options.withMaxDimensions(limit)));
                }
            }
            DatasetOptions whole = DatasetOptions.defaults().withChunks(11, 13);
            kinds.add(Arguments.of(format, whole));
            kinds.add(Arguments.of(format, whole.withFilters(Filters.deflate(6))));
            kinds.add(Arguments.of(
                    format, DatasetOptions.defaults().withChunks(4, 5).withAllocation(AllocationTime.EARLY)));
        }
        return kinds.stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void elementsAreReadAsTheyWereWritten(FileFormat format, DatasetOptions options) {
        try (ContainerFile container = container(format)) {
            int[][] model = numbers(11, 13, 7);
            Dataset dataset = container.root().createDataset("d", model, options);
            assertThat(dataset.read()).isEqualTo(model);
            Selection part = Selection.block(new long[] {3, 2}, new long[] {5, 9});
            int[][] change = numbers(5, 9, -500);
            dataset.write(part, change);
            for (int i = 0; i < 5; i++) {
                System.arraycopy(change[i], 0, model[3 + i], 2, 9);
            }
            assertThat(dataset.read()).isEqualTo(model);
            assertThat(dataset.read(part)).isEqualTo(change);
            container.flush();
            dataset.write(Selection.points(new long[] {0, 0}, new long[] {10, 12}), new int[] {1, 2});
            model[0][0] = 1;
            model[10][12] = 2;
            assertThat(dataset.read()).isEqualTo(model);
            requireAccount(container);
            container.copy("/d", "/copy");
            assertThat(container.dataset("/copy").read()).isEqualTo(model);
            container.delete("/d");
            assertThat(container.dataset("/copy").read()).isEqualTo(model);
            requireAccount(container);
            container.flush();
            OpenOptions ignoringTheMark = OpenOptions.defaults().withIgnoreWriteFlag(true);
            try (ContainerFile again = ContainerFile.openBytes(container.toByteArray(), ignoringTheMark)) {
                assertThat(again.dataset("/copy").read()).isEqualTo(model);
                again.delete("/copy");
                requireAccount(again);
                assertThat(again.space().liveBytes()).isLessThan(1500);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatAShrunkDatasetLosesDoesNotComeBack(FileFormat format, DatasetOptions options) {
        try (ContainerFile container = container(format)) {
            Dataset dataset = container.root().createDataset("d", numbers(11, 13, 1), options.withFillValue(-9));
            container.flush();
            dataset.resize(6, 7);
            assertThat(dataset.read()).isEqualTo(cut(numbers(11, 13, 1), 6, 7));
            requireAccount(container);
            dataset.resize(11, 13);
            int[][] expected = new int[11][13];
            for (int[] row : expected) {
                Arrays.fill(row, -9);
            }
            for (int i = 0; i < 6; i++) {
                System.arraycopy(numbers(11, 13, 1)[i], 0, expected[i], 0, 7);
            }
            assertThat(dataset.read()).isEqualTo(expected);
            dataset.resize(0, 13);
            assertThat((Object[]) dataset.read()).isEmpty();
            dataset.resize(11, 13);
            assertThat(((int[][]) dataset.read())[5][5]).isEqualTo(-9);
            requireAccount(container);
        }
    }

    private static int[][] cut(int[][] numbers, int rows, int columns) {
        return Arrays.stream(numbers)
                .limit(rows)
                .map(row -> Arrays.copyOf(row, columns))
                .toArray(int[][]::new);
    }

    @Test
    void aDatasetGrowsUpToItsLimit() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            DatasetOptions options = DatasetOptions.defaults().withChunks(4, 5).withMaxDimensions(8, UNLIMITED);
            Dataset dataset = container.root().createDataset("d", numbers(4, 5, 0), options);
            assertThat(dataset.maxDimensions()).containsExactly(8, UNLIMITED);
            assertThat(dataset.chunkDimensions()).containsExactly(4, 5);
            assertThatThrownBy(() -> dataset.resize(9, 5))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/d", "dimension 0", "limit of 8", "found 9");
            assertThatThrownBy(() -> dataset.resize(4)).isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> dataset.resize(-1, 5)).isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> dataset.append(numbers(5, 5, 0)))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("limit of 8");
            assertThat(dataset.dimensions()).containsExactly(4, 5);
            dataset.append(1, numbers(4, 2, 100));
            assertThat(((int[][]) dataset.read())[3]).containsExactly(3000, 3001, 3002, 3003, 3004, 3100, 3101);
            Dataset contiguous = container.root().createDataset("c", new int[3]);
            assertThatThrownBy(() -> contiguous.resize(4))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("only a dataset with chunks");
        }
    }

    @Test
    void rowsInOneDimensionAreAppended() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            DatasetOptions options = DatasetOptions.defaults().withChunks(2, 3).withMaxDimensions(UNLIMITED, UNLIMITED);
            Dataset dataset = container.root().createDataset("d", new int[][] {{1, 2, 3}}, options);
            dataset.append(new int[] {4, 5, 6}); // a row
            dataset.append(new int[] {7, 8, 9, 10, 11, 12});
            dataset.append(IntBuffer.wrap(new int[] {13, 14, 15}));
            dataset.append(1, new int[] {0, 0, 0, 0, -1}); // a column
            assertThat(dataset.read(int[].class))
                    .containsExactly(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 0, 13, 14, 15, -1);
            assertThatThrownBy(() -> dataset.append(new int[7]))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("found [7]");
            assertThat(dataset.dimensions()).containsExactly(5, 4);
        }
    }

    @Test
    void chunksAreAllocatedWhenTheOptionSays() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(4)
                    .withMaxDimensions(UNLIMITED)
                    .withFillValue(7);
            long[] ten = {10};
            Selection one = Selection.block(new long[] {5}, new long[] {1});
            Dataset each = container.root().createDataset("each", FixedPoint.INT32, ten, options);
            assertThat(chunks(each)).isZero();
            each.write(one, new int[] {1});
            assertThat(chunks(each)).isOne();
            Dataset late = container
                    .root()
                    .createDataset("late", FixedPoint.INT32, ten, options.withAllocation(AllocationTime.LATE));
            assertThat(chunks(late)).isZero();
            late.write(one, new int[] {1});
            assertThat(chunks(late)).isEqualTo(3);
            Dataset early = container
                    .root()
                    .createDataset("early", FixedPoint.INT32, ten, options.withAllocation(AllocationTime.EARLY));
            assertThat(chunks(early)).isEqualTo(3);
            early.write(one, new int[] {1});
            early.resize(17);
            assertThat(chunks(early)).isEqualTo(5);
            for (Dataset dataset : List.of(each, late)) {
                assertThat((int[]) dataset.read()).containsExactly(7, 7, 7, 7, 7, 1, 7, 7, 7, 7);
            }
            assertThat((int[]) early.read()).containsExactly(7, 7, 7, 7, 7, 1, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
            requireAccount(container);
        }
    }

    static int chunks(Dataset dataset) {
        int[] count = {0};
        dataset.forEachChunk(chunk -> count[0]++);
        return count[0];
    }

    @Test
    void aCommittedChunkIsNotOverwrittenUnlessThatIsAskedFor() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            Dataset dataset = container
                    .root()
                    .createDataset(
                            "d",
                            new int[] {1, 2, 3, 4},
                            DatasetOptions.defaults().withChunks(2));
            container.flush();
            long[] before = addresses(dataset);
            dataset.write(Selection.block(new long[] {0}, new long[] {1}), new int[] {9});
            long[] moved = addresses(dataset);
            assertThat(moved[0]).isNotEqualTo(before[0]);
            assertThat(moved[1]).isEqualTo(before[1]);
            dataset.write(Selection.block(new long[] {1}, new long[] {1}), new int[] {8});
            assertThat(addresses(dataset)).isEqualTo(moved); // the last commit does not refer to it
            container.flush();
            dataset.write(Selection.block(new long[] {0}, new long[] {1}), new int[] {5}, WriteMode.IN_PLACE);
            assertThat(addresses(dataset)).isEqualTo(moved);
            assertThat((int[]) dataset.read()).containsExactly(5, 8, 3, 4);
        }
    }

    private static long[] addresses(Dataset dataset) {
        List<Long> addresses = new ArrayList<>();
        dataset.forEachChunk(chunk -> addresses.add(chunk.address()));
        return addresses.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            assertThatThrownBy(() -> DatasetOptions.defaults().withChunks(0))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> DatasetOptions.defaults()
                            .withLayout(StorageLayout.COMPACT)
                            .withFilters(Filters.shuffle()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not with compact layout");
            assertThatThrownBy(() -> DatasetOptions.defaults().withChunks(2).withMaxDimensions(1, 2))
                    .isInstanceOf(IllegalArgumentException.class);
            refused(container, DatasetOptions.defaults().withChunks(2, 2), "chunks of 2 dimensions, the dataset has 1");
            refused(
                    container,
                    DatasetOptions.defaults().withChunks(5),
                    "chunks of 5 elements in dimension 0, which has at most 4");
            refused(
                    container,
                    DatasetOptions.defaults().withChunks(2).withMaxDimensions(3),
                    "has 4 elements, its limit is 3");
            refused(
                    container,
                    DatasetOptions.defaults().withChunks(2).withFilters(new FilterSetting(32_013, false)),
                    "zfp");
            assertThat(container.exists("/d")).isFalse();
            requireAccount(container);
        }
    }

    private static void refused(ContainerFile container, DatasetOptions options, String message) {
        assertThatThrownBy(() -> container.root().createDataset("d", new int[] {1, 2, 3, 4}, options))
                .isInstanceOf(dev.fallow.ContainerException.class)
                .hasMessageContaining("/d")
                .hasMessageContaining(message);
    }

    @Test
    void stringsInChunksAreFreedWithTheirElements() {
        for (FileFormat format : FileFormat.values()) {
            try (ContainerFile container = container(format)) {
                String[] names = new String[20];
                Arrays.setAll(names, i -> "name of " + i);
                DatasetOptions options = DatasetOptions.defaults()
                        .withChunks(6)
                        .withMaxDimensions(UNLIMITED)
                        .withFilters(Filters.deflate(1));
                Dataset dataset = container.root().createDataset("d", names, options);
                dataset.write(Selection.block(new long[] {3}, new long[] {2}), new String[] {"x", "a longer name"});
                dataset.append(new String[] {"last"});
                assertThat((String[]) dataset.read()).hasSize(21).contains("x", "a longer name", "last");
                container.flush();
                dataset.resize(4);
                assertThat((String[]) dataset.read()).containsExactly("name of 0", "name of 1", "name of 2", "x");
                requireAccount(container);
                container.delete("/d");
                container.flush();
                requireAccount(container);
                assertThat(container.space().liveBytes()).isLessThan(1500);
            }
        }
    }

    @Test
    void theRowsOfAChunkAreOverwrittenTogether() {
        try (ContainerFile container = container(FileFormat.LATEST)) {
            Dataset dataset = container
                    .root()
                    .createDataset(
                            "d", numbers(16, 32, 0), DatasetOptions.defaults().withChunks(8, 8));
            container.flush();
            long before = container.writeStatistics().containerWrites();

            dataset.write(numbers(16, 32, 7), WriteMode.IN_PLACE);

            assertThat(container.writeStatistics().containerWrites() - before).isEqualTo(8);
            assertThat(dataset.read()).isEqualTo(numbers(16, 32, 7));
        }
    }
}
