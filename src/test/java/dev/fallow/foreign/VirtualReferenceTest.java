package dev.fallow.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Hyperslab;
import dev.fallow.Selection;
import dev.fallow.VirtualMapping;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.mapping.IntegerFile;
import dev.fallow.oracle.mapping.IntegerFile.Mapping;
import dev.fallow.oracle.mapping.IntegerFile.Space;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Virtual datasets: Fallow reads those of libhdf5 as libhdf5 does, and libhdf5 reads those of Fallow. */
@NeedsReference
class VirtualReferenceTest {
    private static final long SEED = Long.getLong("fallow.seed", 20261122);
    private static final long U = IntegerFile.UNLIMITED;
    private static final int SOURCES = 4;

    @TempDir
    private Path folder;

    private Path path;

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static Hyperslab slab(long[] start, long[] stride, long[] count, long[] block) {
        return new Hyperslab(start, stride, count, block);
    }

    private static Hyperslab box(long[] start, long... size) {
        long[] one = new long[start.length];
        Arrays.fill(one, 1);
        return new Hyperslab(start, one, one, size);
    }

    /** A dataset of 20 x 12 in chunks, one of 60 elements, and one that has grown to a size of its own. */
    @BeforeEach
    void createSources() {
        path = folder.resolve("virtual.h5");
        for (int i = 0; i < SOURCES; i++) {
            try (IntegerFile file = IntegerFile.create(folder.resolve("source" + i + ".h5"))) {
                file.write("/matrix", Space.whole(20, 12), of(7, 5), numbers(1000 * i, 240));
                file.write("/line", Space.whole(60), null, numbers(1000 * i + 500, 60));
                int rows = 5 + 2 * i;
                file.write(
                        "/grown", new Space(of(rows, 6), of(U, 6), null), of(2, 4), numbers(1000 * i + 700, rows * 6));
            }
        }
    }

    private static int[] numbers(int first, int count) {
        return IntStream.range(first, first + count).toArray();
    }

    private static int[] flat(Object array) {
        if (array instanceof int[] row) {
            return row;
        }
        return IntStream.range(0, Array.getLength(array))
                .mapToObj(i -> flat(Array.get(array, i)))
                .flatMapToInt(Arrays::stream)
                .toArray();
    }

    /** Compares all elements and random parts of them. */
    private void checkSame(String dataset, String what) {
        Random random = new Random(SEED);
        try (IntegerFile reference = IntegerFile.open(path);
                ContainerFile file = ContainerFile.openReadOnly(path)) {
            Dataset ours = file.dataset(dataset);
            long[] sizes = reference.sizes(dataset);
            assertThat(ours.dimensions()).as(what).isEqualTo(sizes);
            assertThat(flat(ours.read())).as(what).isEqualTo(reference.read(dataset, null));
            if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
                return;
            }
            for (int round = 0; round < 30; round++) {
                Hyperslab part = random(random, sizes);
                assertThat(flat(ours.read(part)))
                        .as("fallow.seed=%d, %s, %s", SEED, what, part)
                        .isEqualTo(reference.read(dataset, part));
            }
            assertThat(file.space().findings()).isEmpty();
        }
    }

    private static Hyperslab random(Random random, long[] sizes) {
        int rank = sizes.length;
        long[][] parts = new long[4][rank];
        for (int i = 0; i < rank; i++) {
            long start = random.nextInt((int) sizes[i]);
            long block = 1 + random.nextInt((int) Math.min(3, sizes[i] - start));
            long stride = block + random.nextInt(3);
            long count = 1 + random.nextInt((int) ((sizes[i] - start - block) / stride + 1));
            parts[0][i] = start;
            parts[1][i] = stride;
            parts[2][i] = count;
            parts[3][i] = block;
        }
        return slab(parts[0], parts[1], parts[2], parts[3]);
    }

    private void check(String what, long[] sizes, long[] most, List<Mapping> mappings) {
        try (IntegerFile file = IntegerFile.create(path)) {
            file.virtual("/v", sizes, most, mappings);
        }
        checkSame("/v", what);
    }

    private static Mapping matrix(int source, Hyperslab selected, Hyperslab virtual) {
        return new Mapping("source" + source + ".h5", "/matrix", new Space(of(20, 12), null, selected), virtual);
    }

    @Test
    void tilesAndStacks() {
        List<Mapping> tiles = new ArrayList<>();
        List<Mapping> stack = new ArrayList<>();
        List<Mapping> columns = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            tiles.add(matrix(i, null, box(of(20 * (i / 2), 12 * (i % 2)), 20, 12)));
            stack.add(matrix(i, null, box(of(i, 0, 0), 1, 20, 12)));
            columns.add(matrix(i, null, slab(of(0, i), of(1, 4), of(1, 12), of(20, 1))));
        }
        check("tiles", of(40, 24), null, tiles);
        check("stack", of(5, 20, 12), null, stack);
        check("columns in turn", of(20, 48), null, columns);
    }

    @Test
    void partsOfOtherShapes() {
        check(
                "reshaped",
                of(500),
                null,
                List.of(
                        matrix(0, null, box(of(3), 240)),
                        matrix(1, slab(of(1, 2), of(3, 4), of(6, 2), of(2, 3)), slab(of(250), of(7), of(24), of(3)))));
        check(
                "transposed blocks",
                of(30, 30),
                null,
                List.of(
                        matrix(2, slab(of(0, 0), of(5, 6), of(4, 2), of(2, 4)), box(of(2, 3), 4, 16)),
                        matrix(3, box(of(4, 2), 8, 6), slab(of(10, 5), of(4, 3), of(4, 6), of(2, 1)))));
    }

    @Test
    void missingSourcesAndOverlaps() {
        check(
                "missing",
                of(40, 12),
                null,
                List.of(
                        matrix(1, null, box(of(0, 0), 20, 12)),
                        matrix(9, null, box(of(20, 0), 20, 12)),
                        new Mapping("source2.h5", "/none", Space.whole(4, 12), box(of(3, 0), 4, 12)),
                        matrix(3, box(of(0, 0), 6, 6), box(of(15, 3), 6, 6))));
    }

    @Test
    void randomMappings() {
        Random random = new Random(SEED);
        for (int round = 0; round < 25; round++) {
            List<Mapping> mappings = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                Hyperslab source = random(random, of(20, 12));
                long elements = 1;
                for (int d = 0; d < 2; d++) {
                    elements *= source.count()[d] * source.block()[d];
                }
                mappings.add(matrix(random.nextInt(SOURCES), source, virtual(random, elements)));
            }
            check("fallow.seed=" + SEED + ", round " + round, of(60, 260), null, mappings);
        }
    }

    /** As many elements somewhere in 60 x 260. */
    private static Hyperslab virtual(Random random, long elements) {
        long rows = 1 + random.nextInt(20);
        while (elements % rows != 0) {
            rows--;
        }
        long columns = elements / rows;
        long stride = columns == 1 ? 1 : 1 + random.nextInt((int) (259 / (columns - 1)));
        long[] start =
                of(random.nextInt((int) (60 - 2 * rows + 1)), random.nextInt((int) (259 - (columns - 1) * stride) + 1));
        return slab(start, of(1 + random.nextInt(2), stride), of(rows, columns), of(1, 1));
    }

    private static Mapping grown(int source, Hyperslab selected, Hyperslab virtual) {
        return new Mapping(
                "source" + source + ".h5", "/grown", new Space(of(5 + 2 * source, 6), of(U, 6), selected), virtual);
    }

    @Test
    void unlimitedMappings() {
        Hyperslab all = slab(of(0, 0), of(1, 1), of(U, 1), of(1, 6));
        check("one", of(0, 6), of(U, 6), List.of(grown(1, all, all)));
        List<Mapping> turns = new ArrayList<>();
        List<Mapping> blocks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            turns.add(grown(i, all, slab(of(i, 0), of(3, 1), of(U, 1), of(1, 6))));
            blocks.add(grown(
                    i,
                    slab(of(1, 0), of(3, 1), of(U, 1), of(2, 6)),
                    slab(of(4 * i, 0), of(12, 1), of(U, 1), of(4, 6))));
        }
        check("in turn", of(0, 6), of(U, 6), turns);
        check("in blocks", of(0, 6), of(U, 6), blocks);
        check(
                "the other dimension",
                of(6, 0),
                of(6, U),
                List.of(
                        grown(1, all, slab(of(0, 0), of(1, 4), of(6, U), of(1, 2))),
                        grown(2, all, slab(of(0, 2), of(1, 4), of(6, U), of(1, 2)))));
        check(
                "below a limited one",
                of(9, 6),
                of(U, 6),
                List.of(
                        grown(0, all, slab(of(2, 0), of(1, 1), of(U, 1), of(1, 6))),
                        matrix(0, box(of(0, 0), 1, 6), box(of(8, 0), 1, 6))));
    }

    @Test
    void aSourceForEachBlock() {
        Mapping lines =
                new Mapping("source%b.h5", "/line", Space.whole(60), slab(of(1, 0), of(2, 1), of(U, 1), of(1, 60)));
        check("numbered files", of(0, 60), of(U, 60), List.of(lines));
        Mapping none =
                new Mapping("none%b.h5", "/line", Space.whole(60), slab(of(1, 0), of(2, 1), of(U, 1), of(1, 60)));
        check("no file", of(0, 60), of(U, 60), List.of(none));
    }

    @Test
    void sourcesInTheSameFileAndVirtualOnes() {
        try (IntegerFile file = IntegerFile.create(path)) {
            file.write("/d", Space.whole(6, 8), of(4, 4), numbers(0, 48));
            file.virtual(
                    "/turned", of(8, 6), null, List.of(new Mapping(".", "/d", Space.whole(6, 8), box(of(0, 0), 8, 6))));
            file.virtual(
                    "/nested",
                    of(3, 8, 6),
                    null,
                    List.of(
                            new Mapping(".", "/turned", Space.whole(8, 6), box(of(1, 0, 0), 1, 8, 6)),
                            matrix(2, box(of(3, 3), 4, 4), box(of(2, 2, 2), 1, 4, 4))));
        }
        checkSame("/turned", "turned");
        checkSame("/nested", "nested");
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void libhdf5ReadsOurs(FileFormat format) {
        Selection all = new Selection.All(Selection.UNKNOWN_RANK);
        Selection grows = slab(of(0, 0), of(1, 1), of(U, 1), of(1, 6));
        DatasetOptions fill = DatasetOptions.defaults().withFillValue(-1);
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(format))) {
            List<VirtualMapping> tiles = new ArrayList<>();
            for (int i = 0; i < SOURCES; i++) {
                tiles.add(VirtualMapping.ofWhole("source" + i + ".h5", "/matrix", box(of(20 * i, 4), 20, 12)));
            }
            file.root().createVirtualDataset("tiles", FixedPoint.INT32, of(80, 20), tiles, fill);
            file.root()
                    .createVirtualDataset(
                            "parts",
                            FixedPoint.INT32,
                            of(40),
                            List.of(
                                    new VirtualMapping(
                                            "source1.h5",
                                            "/matrix",
                                            slab(of(1, 2), of(3, 4), of(3, 2), of(1, 2)),
                                            slab(of(1), of(3), of(12), of(1))),
                                    VirtualMapping.ofWhole("missing.h5", "/matrix", Selection.block(of(39), of(1)))),
                            fill);
            file.root()
                    .createVirtualDataset(
                            "grown",
                            FixedPoint.INT32,
                            of(0, 6),
                            List.of(new VirtualMapping("source3.h5", "/grown", grows, grows)),
                            fill.withMaxDimensions(-1, 6));
            file.root()
                    .createVirtualDataset(
                            "lines",
                            FixedPoint.INT32,
                            of(0, 60),
                            List.of(VirtualMapping.ofWhole(
                                    "source%b.h5", "/line", slab(of(0, 0), of(1, 1), of(U, 1), of(1, 60)))),
                            fill.withMaxDimensions(-1, 60));
            file.root().createVirtualDataset("none", FixedPoint.INT32, of(2, 2), List.of(), fill);
            file.root()
                    .createVirtualDataset(
                            "whole",
                            FixedPoint.INT32,
                            of(80, 20),
                            List.of(VirtualMapping.ofWhole(VirtualMapping.SAME_FILE, "/tiles", all)));
            file.copy("/tiles", "/copied");
        }
        for (String name : List.of("/tiles", "/parts", "/grown", "/lines", "/none", "/whole", "/copied")) {
            checkSame(name, format + " " + name);
        }
        try (IntegerFile file = IntegerFile.open(path)) {
            assertThat(file.sizes("/grown")).containsExactly(11, 6);
            assertThat(file.read("/parts", box(of(0), 2))).containsExactly(-1, 1000 + 12 + 2);
        }
    }
}
