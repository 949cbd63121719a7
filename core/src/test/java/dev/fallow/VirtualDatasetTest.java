package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual datasets whose sources are in the same container and in others. */
class VirtualDatasetTest {
    private static final Datatype INT = FixedPoint.INT32;
    private static final DatasetOptions FILL = DatasetOptions.defaults().withFillValue(-1);

    @TempDir
    private Path folder;

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static Selection block(long[] start, long... size) {
        return Selection.block(start, size);
    }

    private static VirtualMapping rows(String file, String path, long row, long columns) {
        return VirtualMapping.ofWhole(file, path, block(of(row, 0), 1, columns));
    }

    private static int[] numbers(int first, int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> first + i);
        return numbers;
    }

    private Path source(String name, int first) {
        Path path = folder.resolve(name);
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("d", numbers(first, 10));
        }
        return path;
    }

    /** A dataset of three rows; the second one has no mapping, and the third one's source does not exist. */
    private Path stacked() {
        source("a.h5", 100);
        Path path = folder.resolve("v.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Dataset created = file.root()
                    .createVirtualDataset(
                            "v", INT, of(3, 10), List.of(rows("a.h5", "/d", 0, 10), rows("b.h5", "/d", 2, 10)), FILL);
            assertThat(created.layout()).isEqualTo(StorageLayout.VIRTUAL);
        }
        return path;
    }

    @Test
    void elementsAreReadFromTheirSources() {
        Path path = stacked();
        int[] fill = new int[10];
        Arrays.fill(fill, -1);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Dataset dataset = file.dataset("/v");
            assertThat(dataset.dimensions()).containsExactly(3, 10);
            assertThat(dataset.storageAddress()).isEqualTo(-1);
            assertThat((int[][]) dataset.read()).isDeepEqualTo(new int[][] {numbers(100, 10), fill, fill});
            assertThat((int[][]) dataset.read(block(of(0, 4), 2, 3)))
                    .isDeepEqualTo(new int[][] {{104, 105, 106}, {-1, -1, -1}});
            assertThat((int[]) dataset.read(Selection.points(of(0, 9), of(2, 0), of(0, 1))))
                    .containsExactly(109, -1, 101);
            assertThat(dataset.read(block(of(0, 0), 1, 2), RawElements.class).bytes())
                    .containsExactly(100, 0, 0, 0, 101, 0, 0, 0);
        }
        source("b.h5", 200);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat((int[][]) file.dataset("/v").read(block(of(2, 0), 1, 10)))
                    .isDeepEqualTo(new int[][] {numbers(200, 10)});
        }
    }

    @Test
    void missingSourcesCanBeErrors() {
        Path path = stacked();
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withReadOnly(true).withRequireSources(true))) {
            Dataset dataset = file.dataset("/v");
            assertThat((int[][]) dataset.read(block(of(0, 0), 2, 2))).isDeepEqualTo(new int[][] {{100, 101}, {-1, -1}});
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll("/v, mapping 1", "/d", "b.h5", "missing");
        }
        try (ContainerFile file = ContainerFile.create(folder.resolve("b.h5"))) {
            file.root().createDataset("e", 1);
        }
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withReadOnly(true).withRequireSources(true))) {
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("missing");
        }
    }

    /** The mapping expects more elements than the source has. */
    @Test
    void aSourceThatIsTooSmall() {
        Path path = folder.resolve("v.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root()
                    .createVirtualDataset(
                            "v",
                            INT,
                            of(12),
                            List.of(new VirtualMapping("a.h5", "/d", block(of(4), 12), block(of(0), 12))),
                            FILL);
            source("a.h5", 100);
            assertThat((int[]) file.dataset("/v").read())
                    .containsExactly(104, 105, 106, 107, 108, 109, -1, -1, -1, -1, -1, -1);
        }
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withReadOnly(true).withRequireSources(true))) {
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll("/v, mapping 0", "not all the elements", "[10]");
        }
    }

    @Test
    void sourcesInTheSameContainerHaveItsChanges() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("d", numbers(0, 6));
            file.root()
                    .createVirtualDataset(
                            "v",
                            INT,
                            of(2, 3),
                            List.of(VirtualMapping.ofWhole(VirtualMapping.SAME_FILE, "d", block(of(0, 0), 2, 3))));
            file.root()
                    .createVirtualDataset(
                            "w",
                            FloatingPoint.FLOAT64,
                            of(3),
                            List.of(new VirtualMapping(".", "/v", block(of(1, 0), 1, 3), block(of(0), 3))));
            file.dataset("/d").write(numbers(10, 6));
            assertThat((int[][]) file.dataset("/v").read()).isDeepEqualTo(new int[][] {{10, 11, 12}, {13, 14, 15}});
            assertThat((double[]) file.dataset("/w").read()).containsExactly(13, 14, 15);
            file.flush();
            try (ContainerFile snapshot = file.snapshot()) {
                file.dataset("/d").write(numbers(20, 6), dev.fallow.WriteMode.COPY);
                file.flush();
                assertThat((double[]) snapshot.dataset("/w").read()).containsExactly(13, 14, 15);
            }
            assertThat((double[]) file.dataset("/w").read()).containsExactly(23, 24, 25);
            assertThatThrownBy(() -> file.dataset("/v").write(new int[2][3]))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/v", "in other datasets");
        }
    }

    @Test
    void aContainerInMemoryHasNoOtherFiles() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createVirtualDataset("v", INT, of(1, 10), List.of(rows("a.h5", "/d", 0, 10)));
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/v, mapping 0", "a.h5", "in memory", "no folder");
        }
    }

    @Test
    void filesOutsideTheFolderAreRefused() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path outside = source("a.h5", 100);
        Files.createSymbolicLink(inner.resolve("link.h5"), outside);
        Path path = inner.resolve("v.h5");
        List<String> names = List.of("../a.h5", outside.toString(), "link.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            for (int i = 0; i < names.size(); i++) {
                file.root().createVirtualDataset("v" + i, INT, of(1, 10), List.of(rows(names.get(i), "/d", 0, 10)));
            }
        }
        for (int i = 0; i < names.size(); i++) {
            String name = "/v" + i;
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                assertThatThrownBy(file.dataset(name)::read)
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContainingAll(name, names.get(i), "not in the folder", "externalFolders");
            }
            try (ContainerFile file = ContainerFile.open(
                    path, OpenOptions.defaults().withReadOnly(true).withExternalFolders(folder))) {
                assertThat((int[][]) file.dataset(name).read()).isDeepEqualTo(new int[][] {numbers(100, 10)});
            }
        }
        Files.move(outside, inner.resolve("a.h5"));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) { // moved together
            assertThat((int[][]) file.dataset("/v1").read()).isDeepEqualTo(new int[][] {numbers(100, 10)});
        }
        OpenOptions none = OpenOptions.defaults()
                .withReadOnly(true)
                .withExternalFiles(false)
                .withExternalFolders(folder);
        try (ContainerFile file = ContainerFile.open(path, none)) {
            assertThatThrownBy(file.dataset("/v0")::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("externalFiles");
        }
    }

    @Test
    void whatIsNotAContainerIsAnError() throws IOException {
        Path path = stacked();
        Files.write(folder.resolve("b.h5"), new byte[5000]);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(NotAContainerException.class)
                    .hasMessageContaining("b.h5");
        }
        Files.delete(folder.resolve("b.h5"));
        Files.createDirectory(folder.resolve("b.h5"));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("b.h5", "a directory");
        }
    }

    @Test
    void cyclesAreFound() {
        Path a = folder.resolve("a.h5");
        Path b = folder.resolve("b.h5");
        try (ContainerFile file = ContainerFile.create(a)) {
            file.root().createVirtualDataset("v", INT, of(1, 10), List.of(rows("b.h5", "/w", 0, 10)));
            file.root().createVirtualDataset("self", INT, of(2, 10), List.of(rows(".", "/self", 1, 10)));
            Hyperslab all = new Hyperslab(of(0), of(1), of(Selection.UNLIMITED), of(1));
            file.root()
                    .createVirtualDataset(
                            "grows",
                            INT,
                            of(0),
                            List.of(new VirtualMapping(".", "/grows", all, all)),
                            DatasetOptions.defaults().withMaxDimensions(-1));
            assertThatThrownBy(file.dataset("/self")::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("/self", "has itself as a source");
            assertThatThrownBy(file.dataset("/grows")::dimensions)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("/grows", "has itself as a source");
        }
        try (ContainerFile file = ContainerFile.create(b)) {
            file.root().createVirtualDataset("w", INT, of(1, 10), List.of(rows("a.h5", "/v", 0, 10)));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(a)) {
            assertThatThrownBy(file.dataset("/v")::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("a.h5: /v -> ", "b.h5: /w -> ", "has itself as a source");
        }
    }

    @Test
    void chainsHaveALimit() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("v0", numbers(0, 10));
            for (int i = 1; i < 40; i++) {
                VirtualMapping one =
                        VirtualMapping.ofWhole(".", "/v" + (i - 1), new Selection.All(Selection.UNKNOWN_RANK));
                file.root().createVirtualDataset("v" + i, INT, of(10), List.of(one));
            }
            assertThat((int[]) file.dataset("/v32").read()).isEqualTo(numbers(0, 10));
            assertThatThrownBy(file.dataset("/v33")::read)
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("more than 32 virtual datasets");
        }
    }

    @Test
    void manySourcesAreReadInTurn() {
        int count = 40;
        List<VirtualMapping> mappings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            source("s" + i + ".h5", 100 * i);
            mappings.add(rows("s" + i + ".h5", "/d", i, 10));
        }
        Path path = folder.resolve("v.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createVirtualDataset("v", INT, of(count, 10), mappings);
            int[][] all = (int[][]) file.dataset("/v").read();
            for (int i = 0; i < count; i++) {
                assertThat(all[i]).isEqualTo(numbers(100 * i, 10));
            }
            assertThat((int[][]) file.dataset("/v").read(block(of(0, 3), count, 1)))
                    .isDeepEqualTo(java.util.stream.IntStream.range(0, count)
                            .mapToObj(i -> new int[] {100 * i + 3})
                            .toArray(int[][]::new));
        }
        try (ContainerFile file = ContainerFile.open(folder.resolve("s3.h5"))) {
            file.dataset("/d").write(numbers(0, 10)); // no source is open any more
        }
    }

    @Test
    void growingSourcesAndBlocks() {
        Path path = folder.resolve("v.h5");
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(4, 3).withMaxDimensions(-1, 3);
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("g", INT, of(2, 3), new int[][] {{1, 2, 3}, {4, 5, 6}}, chunks);
            Hyperslab all = new Hyperslab(of(0, 0), of(1, 1), of(Selection.UNLIMITED, 1), of(1, 3));
            Hyperslab everySecond = new Hyperslab(of(1, 0), of(2, 1), of(Selection.UNLIMITED, 1), of(1, 3));
            file.root()
                    .createVirtualDataset(
                            "v",
                            INT,
                            of(0, 3),
                            List.of(new VirtualMapping(".", "/g", all, everySecond)),
                            FILL.withMaxDimensions(-1, 3));
            Hyperslab inBlocks = new Hyperslab(of(0), of(12), of(Selection.UNLIMITED), of(10));
            file.root()
                    .createVirtualDataset(
                            "b",
                            INT,
                            of(0),
                            List.of(VirtualMapping.ofWhole("s%b.h5", "/d", inBlocks)),
                            FILL.withMaxDimensions(-1));
            assertThat(file.dataset("/v").dimensions()).containsExactly(4, 3);
            assertThat((int[][]) file.dataset("/v").read())
                    .isDeepEqualTo(new int[][] {{-1, -1, -1}, {1, 2, 3}, {-1, -1, -1}, {4, 5, 6}});
            file.dataset("/g").resize(3, 3);
            assertThat(file.dataset("/v").dimensions()).containsExactly(6, 3);
            assertThat((int[][]) file.dataset("/v").read(block(of(3, 0), 3, 1))).isDeepEqualTo(new int[][] {
                {4}, {-1}, {0}
            });
            assertThat(file.dataset("/b").dimensions()).containsExactly(0);
            source("s0.h5", 100);
            source("s1.h5", 200);
            source("s3.h5", 300);
            assertThat(file.dataset("/b").dimensions()).containsExactly(22);
            assertThat((int[]) file.dataset("/b").read(block(of(8), 6))).containsExactly(108, 109, -1, -1, 200, 201);
        }
    }

    @Test
    void elementsAreConvertedIfTheyFit() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("d", new int[] {1, -2, 300});
            file.root()
                    .createDataset(
                            "s",
                            new String[] {"a", "bc"},
                            DatasetOptions.defaults().withVariableStrings());
            Selection all = new Selection.All(Selection.UNKNOWN_RANK);
            List<VirtualMapping> ints = List.of(VirtualMapping.ofWhole(".", "/d", all));
            file.root().createVirtualDataset("long", FixedPoint.INT64, of(3), ints);
            file.root().createVirtualDataset("float", FloatingPoint.FLOAT32, of(3), ints);
            file.root().createVirtualDataset("byte", FixedPoint.INT8, of(3), ints);
            file.root().createVirtualDataset("unsigned", FixedPoint.UINT64, of(3), ints);
            file.root().createVirtualDataset("text", Types.string(), of(3), ints);
            file.root()
                    .createVirtualDataset(
                            "strings", Types.string(), of(2), List.of(VirtualMapping.ofWhole(".", "/s", all)));
            assertThat((long[]) file.dataset("/long").read()).containsExactly(1, -2, 300);
            assertThat((float[]) file.dataset("/float").read()).containsExactly(1, -2, 300);
            assertThat((byte[]) file.dataset("/byte").read(block(of(0), 2))).containsExactly(1, -2);
            assertThatThrownBy(file.dataset("/byte")::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/d", "300", "does not fit");
            assertThatThrownBy(file.dataset("/unsigned")::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("-2");
            assertThatThrownBy(file.dataset("/text")::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("cannot be converted");
            assertThat((Object[]) file.dataset("/strings").read()).containsExactly("a", "bc");
        }
    }

    /** Variable-length elements are in the global heap of their own file. */
    @Test
    void stringsOfAnotherContainer() {
        try (ContainerFile file = ContainerFile.create(folder.resolve("s.h5"))) {
            file.root()
                    .createDataset(
                            "s",
                            new String[] {"x", "yz"},
                            DatasetOptions.defaults().withVariableStrings());
        }
        try (ContainerFile file = ContainerFile.create(folder.resolve("v.h5"))) {
            List<VirtualMapping> mappings = List.of(VirtualMapping.ofWhole("s.h5", "/s", block(of(1), 2)));
            Dataset dataset = file.root().createVirtualDataset("v", Types.string(), of(3), mappings);
            Object[] strings = (Object[]) dataset.read();
            assertThat(strings[1]).isEqualTo("x");
            assertThat(strings[2]).isEqualTo("yz");
            assertThatThrownBy(() -> dataset.read(RawElements.class))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("global heap of another file");
        }
    }

    /** Sources that are not what the mappings expect. */
    @Test
    void sourcesOfOtherRanksAndSizes() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("one", 7);
            Selection all = new Selection.All(Selection.UNKNOWN_RANK);
            Hyperslab grows = new Hyperslab(of(0), of(1), of(Selection.UNLIMITED), of(1));
            Object[][] cases = {
                {"/d", Selection.points(of(1), of(0)), "a source of 2 dimensions for a selection of 1"},
                {"/d", block(of(0), 2), "a source of 2 dimensions for a selection of 1"},
                {"/d", all, "2 elements of the virtual dataset, but 6 of the source"},
                {"/null", all, "null dataspace"},
            };
            for (int i = 0; i < cases.length; i++) {
                VirtualMapping mapping =
                        new VirtualMapping(".", (String) cases[i][0], (Selection) cases[i][1], block(of(0), 2));
                file.root().createVirtualDataset("v" + i, INT, of(2), List.of(mapping));
            }
            VirtualMapping growing = new VirtualMapping(".", "/d", grows, grows);
            Dataset dataset = file.root()
                    .createVirtualDataset(
                            "g",
                            INT,
                            of(0),
                            List.of(growing),
                            DatasetOptions.defaults().withMaxDimensions(-1));
            file.root().createDataset("d", new int[2][3]);
            file.root().createDataset("null", new Empty(INT));
            for (int i = 0; i < cases.length; i++) {
                assertThatThrownBy(file.dataset("/v" + i)::read)
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining((String) cases[i][2]);
            }
            assertThatThrownBy(dataset::dimensions)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("a source of 2 dimensions for a selection of 1");
            VirtualMapping scalar = VirtualMapping.ofWhole(".", "/one", block(of(1), 1));
            assertThat((int[]) file.root()
                            .createVirtualDataset("s", INT, of(2), List.of(scalar))
                            .read())
                    .containsExactly(0, 7);
        }
    }

    /** The last mapping determines an element, also for many points. */
    @Test
    void manyMappingsOfTheSameElements() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("d", numbers(0, 400));
            List<VirtualMapping> mappings = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                mappings.add(new VirtualMapping(".", "/d", block(of(i), 300), block(of(0), 300)));
            }
            Dataset dataset = file.root().createVirtualDataset("v", INT, of(300), mappings);
            assertThat((int[]) dataset.read()).isEqualTo(numbers(99, 300));
            long[][] points = new long[1000][];
            int[] expected = new int[points.length];
            for (int i = 0; i < points.length; i++) {
                points[i] = of(i * 7 % 300);
                expected[i] = 99 + i * 7 % 300;
            }
            assertThat((int[]) dataset.read(Selection.points(points))).isEqualTo(expected);
        }
    }

    /** Each of 30 datasets is twice the source of the next one, so that there are 2^30 paths to the first. */
    @Test
    void theExtentOfASourceIsDeterminedOnce() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Hyperslab grows = new Hyperslab(of(0), of(1), of(Selection.UNLIMITED), of(1));
            file.root()
                    .createDataset(
                            "v0",
                            INT,
                            of(5),
                            DatasetOptions.defaults().withChunks(5).withMaxDimensions(-1));
            file.dataset("/v0").write(numbers(0, 5));
            for (int i = 1; i < 31; i++) {
                VirtualMapping one = new VirtualMapping(".", "/v" + (i - 1), grows, grows);
                file.root()
                        .createVirtualDataset(
                                "v" + i,
                                INT,
                                of(0),
                                List.of(one, one),
                                DatasetOptions.defaults().withMaxDimensions(-1));
            }
            assertThat(file.dataset("/v30").dimensions()).containsExactly(5);
            assertThat((int[]) file.dataset("/v12").read()).isEqualTo(numbers(0, 5));
            file.dataset("/v0").resize(7);
            assertThat(file.dataset("/v30").dimensions()).containsExactly(7);
            assertThatThrownBy(file.dataset("/v30")::read)
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContainingAll("container in memory: /v", "overlap");
        }
    }

    /** A few bytes declare 2^40 elements; only the selected ones are read. */
    @Test
    void hugeDimensions() {
        long huge = 1L << 40;
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Hyperslab odd = new Hyperslab(of(1), of(2), of(huge / 2), of(1));
            Selection source = new Hyperslab(of(0), of(3), of(huge / 2), of(1));
            Dataset dataset = file.root()
                    .createVirtualDataset(
                            "v", INT, of(huge), List.of(new VirtualMapping(".", "/d", source, odd)), FILL);
            file.root().createDataset("d", numbers(0, 10));
            assertThat((int[]) dataset.read(block(of(0), 12)))
                    .containsExactly(-1, 0, -1, 3, -1, 6, -1, 9, -1, -1, -1, -1);
            assertThat((int[]) dataset.read(block(of(huge - 3), 3))).containsExactly(-1, -1, -1);
            assertThatThrownBy(dataset::read).isInstanceOf(TooLargeException.class);
        }
    }

    @Test
    void mappingsThatContradictThemselvesAreNotCreated() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Object[][] cases = {
                {block(of(0), 5), block(of(0), 6), "6 elements of the virtual dataset, but 5 of the source"},
                {block(of(0), 6), block(of(5), 6), "dimension 0 has 10 elements, the mappings are of 11"},
                {block(of(0), 6), block(of(0, 0), 6, 1), "1 dimensions, found 2"},
            };
            for (Object[] each : cases) {
                List<VirtualMapping> mappings =
                        List.of(new VirtualMapping("a.h5", "/d", (Selection) each[0], (Selection) each[1]));
                assertThatThrownBy(() -> file.root().createVirtualDataset("v", INT, of(10), mappings))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContainingAll("/v", (String) each[2]);
            }
            assertThat(file.exists("/v")).isFalse();
        }
    }

    @Test
    void aDatasetWithoutMappings() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root().createVirtualDataset("v", INT, of(3), List.of(), FILL);
            assertThat((int[]) dataset.read()).containsExactly(-1, -1, -1);
            file.copy("/v", "/w");
            file.delete("/v");
            assertThat((int[]) file.dataset("/w").read()).containsExactly(-1, -1, -1);
        }
    }

    @Test
    void damagedMappingsAreErrors() {
        ContainerFile created = ContainerFile.createInMemory(CreateOptions.defaults());
        created.root().createVirtualDataset("v", INT, of(1, 10), List.of(rows("not-there.h5", "/d", 0, 10)));
        created.close();
        byte[] bytes = created.toByteArray();
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("not-there.h5");
        for (int offset : new int[] {-9, -1, 0, 20}) {
            byte[] damaged = bytes.clone();
            damaged[at + offset]++;
            try (ContainerFile file =
                    ContainerFile.openBytes(damaged, OpenOptions.defaults().withReadOnly(true))) {
                assertThatThrownBy(file.dataset("/v")::read)
                        .as("offset " + offset)
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("virtual dataset mappings");
            }
        }
    }

    @Test
    void deletionFreesTheMappingsAndCopiesHaveTheirOwn() {
        Path path = stacked();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.copy("/v", "/w");
            file.delete("/v");
            assertThat((int[][]) file.dataset("/w").read(block(of(0, 0), 1, 2))).isDeepEqualTo(new int[][] {{100, 101}
            });
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untracked()).isEmpty();
            file.delete("/w");
            assertThat(file.space().untracked()).isEmpty();
        }
        assertThat(path.toFile().length()).isLessThan(4096); // no collection of a global heap is left
        assertThat(folder.resolve("a.h5")).exists();
        stackedInto(path);
    }

    /** A copy in another container would look for its sources in another folder. */
    private void stackedInto(Path path) {
        try (ContainerFile file = ContainerFile.open(path);
                ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createVirtualDataset("v", INT, of(1, 10), List.of(rows("a.h5", "/d", 0, 10)));
            assertThatThrownBy(() -> file.copyTo(other, "/v", "/v"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/v", "in other datasets");
        }
    }

    @Test
    void slicesOfTheVirtualDatasetAreMappings() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("a", new int[] {1, 2, 3});
            List<VirtualMapping> rows = List.of(
                    VirtualMapping.ofWhole(VirtualMapping.SAME_FILE, "/a", Selection.of("0, :")),
                    VirtualMapping.ofWhole(VirtualMapping.SAME_FILE, "/a", Selection.of("-1")));
            Dataset stacked = file.root().createVirtualDataset("v", INT, of(3, 3), rows);
            assertThat(stacked.read()).isEqualTo(new int[][] {{1, 2, 3}, {0, 0, 0}, {1, 2, 3}});
            assertThat(stacked.virtualMappings())
                    .extracting(VirtualMapping::sourceDataset, each -> ((Hyperslab) each.virtual()).start()[0])
                    .containsExactly(
                            org.assertj.core.api.Assertions.tuple("/a", 0L),
                            org.assertj.core.api.Assertions.tuple("/a", 2L));
            assertThat(file.dataset("/a").virtualMappings()).isEmpty();
            assertThat(file.root()
                            .createVirtualDataset("none", INT, of(3), List.of())
                            .virtualMappings())
                    .isEmpty();
            List<VirtualMapping> outside =
                    List.of(rows.get(0), VirtualMapping.ofWhole(VirtualMapping.SAME_FILE, "/a", Selection.of("3")));
            assertThatThrownBy(() -> file.root().createVirtualDataset("w", INT, of(3, 3), outside))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/w, mapping 1: slice [3]: index 3 of dimension 0, which has 3 elements");
            assertThat(file.exists("/w")).isFalse();
        }
    }
}
