package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Selection;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random changes of chunked datasets lead to the same bytes, however many threads convert and filter the chunks. */
@Tag("optimized")
class WrittenInParallelTest {
    private static final int SEEDS = 40;
    private static final int DATASETS = 3;
    private static final int STEPS = 14;
    private static final long LARGEST = 4_000;

    @Test
    void theBytesAreThoseOfOneThread() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            for (long seed : Seeds.range(1, SEEDS)) {
                byte[] one = written(seed, CreateOptions.defaults().withFilterThreads(1));
                for (int threads : new int[] {2, 3, 8}) {
                    byte[] several = written(
                            seed,
                            CreateOptions.defaults().withFilterThreads(threads).withFilterExecutor(executor));
                    assertThat(Arrays.mismatch(one, several))
                            .as("%s, %d threads", Seeds.name(seed), threads)
                            .isEqualTo(-1);
                }
            }
        } finally {
            executor.shutdown();
        }
    }

    /** The write replaces so much that it is committed in parts; what is filtered behind the end of a part is filtered again. */
    @Test
    void aWriteInPartsEndsAtTheSameChunks() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            byte[] one = writtenInParts(CreateOptions.defaults().withFilterThreads(1));
            for (int threads : new int[] {2, 3, 8}) {
                byte[] several = writtenInParts(
                        CreateOptions.defaults().withFilterThreads(threads).withFilterExecutor(executor));
                assertThat(Arrays.mismatch(one, several))
                        .as("%d threads", threads)
                        .isEqualTo(-1);
            }
        } finally {
            executor.shutdown();
        }
    }

    private static byte[] writtenInParts(CreateOptions options) {
        Random random = new Random(2);
        int rows = 100;
        ContainerFile container = ContainerFile.createInMemory(options);
        Dataset dataset = container
                .root()
                .createDataset(
                        "d",
                        nested(random.ints(rows * 4_000, 0, 1 << 20).toArray(), 0, new long[] {rows, 4_000}, 0),
                        DatasetOptions.defaults().withChunks(1, 4_000).withFilters(Filters.deflate(1)));
        container.flush();
        for (int i = 0; i < 3; i++) {
            long before = container.allocatedBytes();
            dataset.write(nested(random.ints(rows * 4_000, 0, 1 << 20).toArray(), 0, new long[] {rows, 4_000}, 0));
            assertThat(container.allocatedBytes()).isLessThan(before + before / 2); // otherwise it was not in parts
        }
        container.close();
        return container.toByteArray();
    }

    private static byte[] written(long seed, CreateOptions options) {
        Random random = new Random(seed);
        FileFormat format = random.nextBoolean() ? FileFormat.LATEST : FileFormat.EARLIEST;
        ContainerFile container = ContainerFile.createInMemory(options.withFormat(format)
                .withPersistFreeSpace(random.nextBoolean())
                .withChunkCacheBytes(random.nextBoolean() ? 0 : 1 << 20));
        List<Dataset> datasets = new ArrayList<>();
        for (int i = 0; i < DATASETS; i++) {
            long[] dimensions = dimensions(random);
            datasets.add(container
                    .root()
                    .createDataset("d" + i, values(random, dimensions), chunks(random, format, dimensions)));
        }
        for (int i = 0; i < STEPS; i++) {
            change(random, datasets.get(random.nextInt(DATASETS)));
            if (random.nextInt(4) == 0) {
                container.flush();
            }
            if (random.nextInt(8) == 0) {
                container.root().copy("d0", "copy" + i);
            }
        }
        container.close();
        return container.toByteArray();
    }

    private static long[] dimensions(Random random) {
        return random.longs(1 + random.nextInt(3), 1, 30).toArray();
    }

    private static DatasetOptions chunks(Random random, FileFormat format, long[] dimensions) {
        long[] chunk = LongStream.of(dimensions)
                .map(size -> 1 + random.nextInt((int) size))
                .toArray();
        long[] most = new long[dimensions.length];
        Arrays.fill(most, DatasetOptions.UNLIMITED);
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(chunk)
                .withMaxDimensions(most)
                .withFilters(filters(random))
                .withUnfilteredEdges(format == FileFormat.LATEST && random.nextInt(4) == 0);
        return random.nextInt(4) == 0 ? options.withAllocation(AllocationTime.EARLY) : options;
    }

    private static FilterSetting[] filters(Random random) {
        List<FilterSetting> all =
                List.of(Filters.shuffle(), Filters.deflate(1 + random.nextInt(9)), Filters.lzf(), Filters.fletcher32());
        FilterSetting[] some =
                all.stream().filter(each -> random.nextInt(3) > 0).toArray(FilterSetting[]::new);
        return some.length == 0 ? new FilterSetting[] {Filters.deflate(1)} : some;
    }

    /** Numbers that are converted to bytes in one of several ways, and of which some can be compressed. */
    private static Object values(Random random, long... shape) {
        int count = Math.toIntExact(LongStream.of(shape).reduce(1, Math::multiplyExact));
        int bound = random.nextBoolean() ? 4 : 1 << 20;
        int[] numbers = random.ints(count, 0, bound).toArray();
        return shape.length == 1 ? numbers : nested(numbers, 0, shape, 0);
    }

    private static Object nested(int[] numbers, int from, long[] shape, int dimension) {
        int size = (int) shape[dimension];
        int[] last = dimension == shape.length - 1 ? Arrays.copyOfRange(numbers, from, from + size) : null;
        if (last != null) {
            return last;
        }
        int step = (int) LongStream.of(shape).skip(dimension + 1L).reduce(1, (a, b) -> a * b);
        Object[] rows = dimension == shape.length - 2 ? new int[size][] : new int[size][][];
        for (int i = 0; i < size; i++) {
            rows[i] = nested(numbers, from + i * step, shape, dimension + 1);
        }
        return rows;
    }

    private static void change(Random random, Dataset dataset) {
        long[] dimensions = dataset.dimensions();
        long elements = LongStream.of(dimensions).reduce(1, (a, b) -> a * b);
        switch (random.nextInt(5)) {
            case 0 -> dataset.write(values(random, dimensions));
            case 1 -> {
                if (elements > 0) {
                    long[] start = LongStream.of(dimensions)
                            .map(size -> random.nextInt((int) size))
                            .toArray();
                    long[] count = new long[start.length];
                    Arrays.setAll(count, i -> 1 + random.nextInt((int) (dimensions[i] - start[i])));
                    dataset.write(Selection.block(start, count), values(random, count));
                }
            }
            case 2 -> {
                if (elements < LARGEST) {
                    int along = random.nextInt(dimensions.length);
                    dimensions[along] = 1 + random.nextInt(9);
                    dataset.append(along, values(random, dimensions));
                }
            }
            case 3 ->
                dataset.resize(LongStream.of(dimensions)
                        .map(size -> elements < LARGEST ? 1 + random.nextInt((int) size + 5) : 1 + random.nextInt(10))
                        .toArray());
            default -> {
                if (elements > 0) {
                    long[] points = new long[dimensions.length * 5];
                    Arrays.setAll(points, i -> random.nextInt((int) dimensions[i % dimensions.length]));
                    dataset.write(
                            new dev.fallow.Points(dimensions.length, points),
                            random.ints(5).toArray());
                }
            }
        }
    }
}
