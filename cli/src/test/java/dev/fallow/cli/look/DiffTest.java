package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.EnumValue;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.Filters;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code fallow diff}, compared with h5diff if that is installed. */
class DiffTest extends CommandFrame {
    private static final Path H5DIFF = Path.of("/usr/bin/h5diff");

    @TempDir
    private Path folder;

    /**
     * Two files.
     *
     * @param options of both programs
     * @param code the exit code of fallow
     * @param reference the exit code of h5diff
     */
    private record Pair(
            String name, Consumer<Group> a, Consumer<Group> b, List<String> options, int code, int reference) {
        static Pair equal(String name, Consumer<Group> a, Consumer<Group> b, String... options) {
            return new Pair(name, a, b, List.of(options), 0, 0);
        }

        static Pair different(String name, Consumer<Group> a, Consumer<Group> b, String... options) {
            return new Pair(name, a, b, List.of(options), 1, 1);
        }

        /** h5diff calls them not comparable, and exits with 0. */
        static Pair incomparable(String name, Consumer<Group> a, Consumer<Group> b) {
            return new Pair(name, a, b, List.of(), 1, 0);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Consumer<Group> data(Object value) {
        return root -> root.createDataset("d", value);
    }

    private static Consumer<Group> data(Object value, DatasetOptions options) {
        return root -> root.createDataset("d", value, options);
    }

    private static Consumer<Group> data(Datatype type, Object value, long... shape) {
        return root -> root.createDataset("d", type, shape, value, DatasetOptions.defaults());
    }

    private static Consumer<Group> attribute(Object value) {
        return root -> root.createDataset("d", 1).createAttribute("a", value);
    }

    private static Datatype colours(long red, long green) {
        Map<String, Long> members = new LinkedHashMap<>();
        members.put("RED", red);
        members.put("GREEN", green);
        return Types.enumeration(members);
    }

    private static Datatype point(String second, Datatype type) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("x", Types.integer(4));
        members.put(second, type);
        return Types.compound(members);
    }

    private static Object[] points(String second, Object value) {
        return new Object[] {Map.of("x", 1, second, value)};
    }

    /** An element: two rows of an array. */
    private static Object[] rowsOfPoints(int last) {
        return new Object[][][] {{points("y", 1), points("y", last)}};
    }

    private static Consumer<Group> reference(String target) {
        return root -> {
            Dataset x = root.createDataset("x", 1);
            Dataset y = root.createDataset("y", 1);
            root.createDataset(
                    "r",
                    Types.objectReference(),
                    new long[] {1},
                    new Object[] {(target.equals("x") ? x : y).reference()},
                    DatasetOptions.defaults());
        };
    }

    private static Consumer<Group> region(long from) {
        return root -> {
            Dataset x = root.createDataset("x", new int[10]);
            root.createDataset(
                    "r",
                    Types.regionReference(),
                    new long[] {1},
                    new Object[] {x.reference(Selection.block(new long[] {from}, new long[] {2}))},
                    DatasetOptions.defaults());
        };
    }

    @Test
    void referencesAreShownByTheirTargets() {
        Path a = write("a", reference("x"));
        Path b = write("b", reference("y"));
        assertThat(fallow("diff", a, b)).isEqualTo(1);
        assertThat(out.toString()).isEqualTo("reference  /r  ->/x | ->/y\n");
        assertThat(fallow("diff", write("c", region(1)), write("d", region(4)))).isEqualTo(1);
        assertThat(out.toString()).isEqualTo("values     /r  1 of 1 differ, the first: [0] ->/x[1:3] | ->/x[4:6]\n");
        assertThat(fallow("diff", write("e", referenceTo("long".repeat(100))), a))
                .isEqualTo(1);
        assertThat(out.toString()
                        .lines()
                        .filter(line -> line.startsWith("reference"))
                        .toList())
                .hasSize(1)
                .allMatch(line -> line.length() < 100);
    }

    private static Consumer<Group> referenceTo(String name) {
        return root -> root.createDataset(
                "r", new Reference[] {root.createDataset(name, 1).reference()});
    }

    private static Stream<Pair> pairs() {
        int[] row = {0, 1, 2, 3, 4};
        Datatype big = FixedPoint.of(4, true, ByteOrder.BIG_ENDIAN);
        Datatype bigFloat = FloatingPoint.ieee(8, FloatingPoint.Order.BIG_ENDIAN);
        return Stream.of(
                Pair.equal("the same", data(row), data(row)),
                Pair.different("an element", data(row), data(new int[] {0, 1, 2, 3, 5})),
                Pair.equal("wider", data(row), data(Types.integer(8), new long[] {0, 1, 2, 3, 4}, 5)),
                Pair.equal("byte order", data(row), data(big, row, 5)),
                Pair.equal("byte order of fractions", data(new double[] {1.5}), data(bigFloat, new double[] {1.5}, 1)),
                Pair.different("byte order and an element", data(row), data(big, new int[] {0, 1, 2, 3, 5}, 5)),
                Pair.equal("float32 and float64", data(new float[] {0.5f, 2}), data(new double[] {0.5, 2})),
                Pair.different("float32 and float64 differ", data(new float[] {0.1f}), data(new double[] {0.1})),
                Pair.equal(
                        "unlimited",
                        data(row, DatasetOptions.defaults().withChunks(5)),
                        data(row, DatasetOptions.defaults().withChunks(5).withMaxDimensions(-1))),
                Pair.equal(
                        "layout", data(row), data(row, DatasetOptions.defaults().withChunks(2))),
                Pair.equal(
                        "compact",
                        data(row),
                        data(row, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT))),
                Pair.equal(
                        "filters",
                        data(row, DatasetOptions.defaults().withChunks(2)),
                        data(
                                row,
                                DatasetOptions.defaults()
                                        .withChunks(3)
                                        .withFilters(Filters.shuffle(), Filters.deflate(4)))),
                Pair.different("only in A", root -> root.createGroup("g"), root -> {}),
                Pair.different("only in B", root -> {}, root -> root.createDataset("g", 1)),
                Pair.equal("nested groups", root -> root.createGroups("a/b/c"), root -> root.createGroups("a/b/c")),
                Pair.different("nested", root -> root.createGroups("a/b/c"), root -> root.createGroups("a/b/d")),
                Pair.equal("NaN", data(new double[] {1, Double.NaN}), data(new double[] {1, Double.NaN})),
                Pair.different("NaN and a number", data(new double[] {Double.NaN}), data(new double[] {2})),
                Pair.equal("in delta", data(new double[] {1, 2}), data(new double[] {1, 2.01}), "-d", "0.02"),
                Pair.different("not in delta", data(new double[] {1, 2}), data(new double[] {1, 2.1}), "-d", "0.02"),
                Pair.equal("just in delta", data(new int[] {1, 2}), data(new int[] {1, 4}), "-d", "2"),
                Pair.different(
                        "NaN is in no delta", data(new double[] {1}), data(new double[] {Double.NaN}), "-d", "9"),
                Pair.equal("relative", data(new double[] {1, 200}), data(new double[] {1, 201}), "-p", "0.01"),
                Pair.different("not relative", data(new double[] {1, 200}), data(new double[] {1, 203}), "-p", "0.01"),
                Pair.different("relative to 0", data(new double[] {0}), data(new double[] {1}), "-p", "0.01"),
                Pair.equal("relative integers", data(new int[] {200}), data(new int[] {201}), "-p", "0.01"),
                Pair.equal("texts", data(new String[] {"a", "b"}), data(new String[] {"a", "b"})),
                Pair.different("a text", data(new String[] {"a", "b"}), data(new String[] {"a", "bb"})),
                Pair.equal(
                        "lengths of texts",
                        data(Types.string(3), new String[] {"a"}, 1),
                        data(Types.string(4), new String[] {"a"}, 1)),
                Pair.different(
                        "a fixed text",
                        data(Types.string(3), new String[] {"a"}, 1),
                        data(Types.string(3), new String[] {"b"}, 1)),
                Pair.equal(
                        "compound",
                        data(point("y", Types.integer(4)), points("y", 2), 1),
                        data(point("y", Types.integer(4)), points("y", 2), 1)),
                Pair.different(
                        "a member",
                        data(point("y", Types.integer(4)), points("y", 2), 1),
                        data(point("y", Types.integer(4)), points("y", 3), 1)),
                Pair.equal(
                        "rows of compounds in an array",
                        data(Types.array(point("y", Types.integer(4)), 2, 1), rowsOfPoints(2), 1),
                        data(Types.array(point("y", Types.integer(4)), 2, 1), rowsOfPoints(2), 1)),
                Pair.different(
                        "a member in a row of an array",
                        data(Types.array(point("y", Types.integer(4)), 2, 1), rowsOfPoints(2), 1),
                        data(Types.array(point("y", Types.integer(4)), 2, 1), rowsOfPoints(3), 1)),
                Pair.different(
                        "an enumerated value",
                        data(colours(0, 1), new EnumValue[] {new EnumValue("RED", 0)}, 1),
                        data(colours(0, 1), new EnumValue[] {new EnumValue("GREEN", 1)}, 1)),
                Pair.different("a truth", data(new boolean[] {true}), data(new boolean[] {false})),
                Pair.equal("attribute", attribute("x"), attribute("x")),
                Pair.different("a value of an attribute", attribute(1), attribute(2)),
                Pair.different("an attribute only in A", attribute(1), data(1)),
                Pair.different("an attribute only in B", data(1), attribute(1)),
                Pair.different(
                        "an attribute of the root",
                        root -> root.createAttribute("a", "x"),
                        root -> root.createAttribute("a", "y")),
                Pair.equal("soft link", root -> root.createSoftLink("s", "/x"), root -> root.createSoftLink("s", "/x")),
                Pair.different(
                        "target", root -> root.createSoftLink("s", "/x"), root -> root.createSoftLink("s", "/y")),
                Pair.different(
                        "external target",
                        root -> root.createExternalLink("s", "f.h5", "/x"),
                        root -> root.createExternalLink("s", "g.h5", "/x")),
                Pair.equal(
                        "hard link or copy",
                        root -> {
                            root.createDataset("d", row);
                            root.createHardLink("e", "/d");
                        },
                        root -> {
                            root.createDataset("d", row);
                            root.createDataset("e", row);
                        }),
                Pair.equal(
                        "sequence",
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 3}}, 2),
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 3}}, 2)),
                Pair.different(
                        "an element of a sequence",
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 3}}, 2),
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 4}}, 2)),
                Pair.different(
                        "opaque",
                        data(Types.opaque(2, "t"), new byte[][] {{1, 2}}, 1),
                        data(Types.opaque(2, "t"), new byte[][] {{1, 3}}, 1)),
                Pair.different(
                        "array",
                        data(Types.array(Types.integer(4), 2), new int[][] {{1, 2}}, 1),
                        data(Types.array(Types.integer(4), 2), new int[][] {{1, 3}}, 1)),
                Pair.equal("references", reference("x"), reference("x")),
                Pair.different(
                        "a committed datatype",
                        root -> root.commitDatatype("t", Types.integer(4)),
                        root -> root.commitDatatype("t", Types.integer(8))),
                Pair.incomparable("shape", data(row), data(new int[6])),
                Pair.incomparable("rank", data(row), data(new int[1][5])),
                Pair.incomparable("class", data(new int[] {1}), data(new float[] {1})),
                Pair.incomparable("kind", root -> root.createGroup("d"), data(row)),
                Pair.incomparable("link and dataset", root -> root.createSoftLink("d", "/x"), data(row)),
                Pair.incomparable("shape of an attribute", attribute(new int[3]), attribute(new int[4])),
                Pair.incomparable(
                        "names of members",
                        data(point("y", Types.integer(4)), points("y", 2), 1),
                        data(point("z", Types.integer(4)), points("z", 2), 1)),
                Pair.incomparable(
                        "length of a sequence",
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 3}}, 2),
                        data(Types.sequence(Types.integer(4)), new int[][] {{1}, {2, 3, 4}}, 2)),
                Pair.incomparable("a reference", reference("x"), reference("y")));
    }

    private Path write(String name, Consumer<Group> content, CreateOptions options) {
        Path file = folder.resolve(name);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            content.accept(container.root());
        }
        return file;
    }

    private Path write(String name, Consumer<Group> content) {
        return write(name, content, CreateOptions.defaults());
    }

    private List<Object> arguments(Pair pair, Path a, Path b) {
        List<Object> arguments = new ArrayList<>(pair.options());
        arguments.addAll(List.of(a, b));
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void exitCodesAreAsExpected(Pair pair) {
        Path a = write("a.h5", pair.a());
        Path b = write("b.h5", pair.b());
        Path old = write("old.h5", pair.b(), CreateOptions.defaults().withFormat(FileFormat.EARLIEST));
        for (Path other : List.of(b, old)) {
            List<Object> arguments = arguments(pair, a, other);
            arguments.add(0, "diff");
            assertThat(fallow(arguments.toArray())).as("%s%s", out, err).isEqualTo(pair.code());
            assertThat(err.toString()).isEmpty();
            assertThat(out.toString().isEmpty()).isEqualTo(pair.code() == 0);
            arguments.add("--json");
            assertThat(fallow(arguments.toArray())).isEqualTo(pair.code());
            assertThat(out.toString()).contains("\"equal\" : " + (pair.code() == 0));
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void h5diffAgrees(Pair pair) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(H5DIFF), H5DIFF + " is not installed: nothing is compared with it");
        List<Object> arguments = arguments(pair, write("a.h5", pair.a()), write("b.h5", pair.b()));
        List<String> command = new ArrayList<>();
        command.add(H5DIFF.toString());
        arguments.forEach(argument -> command.add(argument.toString()));
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isEqualTo(pair.reference());
    }

    @Test
    void thereAreEnoughPairs() {
        assertThat(pairs().filter(pair -> pair.code() == pair.reference())).hasSizeGreaterThan(40);
    }

    @Test
    void outputIsGolden() throws IOException {
        Path a = folder.resolve("a.h5");
        Path b = folder.resolve("b.h5");
        Sample.write(a);
        Sample.write(b);
        assertThat(fallow("diff", a, b)).as("%s%s", out, err).isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.open(b)) {
            container
                    .dataset("/run1/image")
                    .write(Selection.points(new long[] {19, 29}, new long[] {3, 4}), new int[] {-1, 5});
            container.dataset("/run1/image").putAttribute("units", "photons");
            container.dataset("/run1/series").resize(900);
            container.delete("/run1/empty");
            container.root().createGroup("new\n\u001b[2J");
            container.delete("/nowhere");
            container.root().createSoftLink("nowhere", "/somewhere");
            container.delete("/types/small");
            container.root().createDataset("/types/small", new float[] {1, 2, 3});
            container.delete("/types/bool");
            container.root().createGroup("/types/bool");
        }
        assertThat(fallow("diff", a, b)).isEqualTo(1);
        Golden.check("diff.txt", folder, out);
        assertThat(fallow("diff", "--json", a, b)).isEqualTo(1);
        Golden.check("diff.json", folder, out);
        assertThat(fallow("diff", "-q", a, b)).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(fallow("diff", a, b, "/types/sensors")).isEqualTo(ExitCode.OK);
        assertThat(fallow("diff", a, b, "/run1", "/latest")).isEqualTo(1);
        assertThat(out.toString()).contains("/run1/image").doesNotContain("/types");
    }

    @Test
    void errorsHaveTheCode2() throws IOException {
        Path a = write("a.h5", data(new int[] {1}));
        Path text = Files.writeString(folder.resolve("text"), "not HDF5");
        assertThat(fallow("diff", a, text)).isEqualTo(2);
        assertThat(err.toString()).contains("text is not HDF5");
        assertThat(fallow("diff", a, folder.resolve("missing"))).isEqualTo(2);
        assertThat(fallow("diff", a, a, "/nothing")).isEqualTo(2);
        assertThat(fallow("diff", a, a, "-d", "-1")).isEqualTo(2);
        assertThat(fallow("diff", a, a, "-d", "1", "-p", "1")).isEqualTo(2);
        assertThat(fallow("diff", a)).isEqualTo(2);
        byte[] bytes = Files.readAllBytes(a);
        long address;
        try (ContainerFile container = ContainerFile.openReadOnly(a)) {
            address = container.dataset("/d").address();
        }
        bytes[(int) address + 9] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.h5"), bytes);
        assertThat(fallow("diff", a, damaged)).isEqualTo(2);
        assertThat(err.toString()).contains("damaged.h5", "checksum");
        assertThat(fallow("diff", "--json", a, damaged)).isEqualTo(2);
        assertThat(out.toString()).contains("\"errors\" : [ \"").contains("\"equal\" : false");
    }

    @Test
    void regionsAreCompared() {
        Path a = write("a.h5", region(1));
        assertThat(fallow("diff", a, write("b.h5", region(1))))
                .as(out.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("diff", a, write("c.h5", region(2)))).isEqualTo(1);
    }

    /** Groups that contain each other, in cycles of different lengths, are compared in bounded time and memory. */
    @Test
    void cyclesAreComparedOnce() {
        Path a = write("a.h5", root -> root.createHardLink("self", "/"));
        Path b = write("b.h5", root -> {
            root.createGroup("self");
            root.createHardLink("self/self", "/");
        });
        assertThat(fallow("diff", a, b)).as("%s%s", out, err).isEqualTo(ExitCode.OK);
    }

    /** Elements that do not fit into a part are compared with their positions. */
    @Test
    void largeDatasetsAreComparedInParts() {
        int[][] values = new int[3][300_000];
        Path a = write("a.h5", data(values));
        values[1][299_999] = 7;
        values[2][5] = 8;
        Path b = write("b.h5", data(values));
        assertThat(fallow("diff", a, b)).isEqualTo(1);
        assertThat(out.toString()).contains("2 of 900,000 differ, the first: [1, 299999] 0 | 7");
    }

    @Test
    void unsignedNumbersAreComparedByValue() {
        Path a = write("a.h5", data(Types.unsigned(8), new long[] {-1, 5}, 2));
        assertThat(fallow("diff", a, write("b.h5", data(Types.integer(8), new long[] {-1, 5}, 2))))
                .isEqualTo(1);
        assertThat(out.toString()).contains("1 of 2 differ, the first: [0] 18446744073709551615 | -1");
        assertThat(fallow("diff", a, write("c.h5", data(Types.integer(8), new long[] {1, 5}, 2)), "-d", "2e19"))
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void zerosAreEqual() {
        Path a = write("a.h5", data(new double[] {0.0}));
        assertThat(fallow("diff", a, write("b.h5", data(new double[] {-0.0})))).isEqualTo(ExitCode.OK);
    }

    /** Of 10^12 elements a few are stored; a comparison that went through all of them would not end. */
    @Test
    void sparseDatasetsAreComparedWhereSomethingIsStored() {
        Path a = sparse("a.h5", 0, 5);
        Path b = sparse("b.h5", 0, 6);
        Path c = sparse("c.h5", 3, 5);
        assertThat(fallow("diff", a, a)).isEqualTo(0);
        assertThat(fallow("diff", a, b)).isEqualTo(1);
        assertThat(out.toString()).contains("1 of 1,000,000,000,000", "[777777, 5]");
        assertThat(fallow("diff", a, c)).isEqualTo(1);
        assertThat(out.toString()).contains("999,999,999,998 of 1,000,000,000,000", "[0, 0]");
    }

    private Path sparse(String name, int fill, int value) {
        Path path = folder.resolve(name);
        try (ContainerFile file = ContainerFile.create(path)) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(100, 100)
                    .withMaxDimensions(-1, -1)
                    .withFillValue(fill);
            Dataset dataset =
                    file.root().createDataset("d", Types.integer(4), new long[] {1_000_000, 1_000_000}, options);
            dataset.write(Selection.block(new long[] {777_777, 5}, new long[] {1, 1}), new int[][] {{value}});
            dataset.write(Selection.block(new long[] {999_999, 999_999}, new long[] {1, 1}), new int[][] {{9}});
        }
        return path;
    }
}
