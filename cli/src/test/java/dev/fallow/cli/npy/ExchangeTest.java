package dev.fallow.cli.npy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.Group;
import dev.fallow.RawElements;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Screen;
import dev.fallow.filter.Filters;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.StringPadding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fallow export} and {@code fallow import}. */
class ExchangeTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("file.h5");
    }

    /** A file as numpy writes it. */
    private Path npy(String name, String header, byte[] elements) throws IOException {
        String padded = header + " ".repeat(127 - 10 - header.length()) + "\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) padded.length(), 0});
        bytes.write(padded.getBytes(StandardCharsets.ISO_8859_1));
        bytes.write(elements);
        return Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private static String header(String descr, boolean fortranOrder, String shape) {
        return "{'descr': %s, 'fortran_order': %s, 'shape': %s, }"
                .formatted(descr, fortranOrder ? "True" : "False", shape);
    }

    private static byte[] shorts(ByteOrder order, int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * numbers.length).order(order);
        Arrays.stream(numbers).forEach(number -> bytes.putShort((short) number));
        return bytes.array();
    }

    private void succeeds(Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @CsvSource({"<i2, false", ">i2, false", "<i2, true", ">i2, true"})
    void ordersOfBytesAndDimensions(String descr, boolean fortranOrder) throws IOException {
        ByteOrder order = descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        byte[] elements = fortranOrder
                ? shorts(order, 111, 211, 121, 221, 131, 231, 112, 212, 122, 222, 132, 232)
                : shorts(order, 111, 112, 121, 122, 131, 132, 211, 212, 221, 222, 231, 232);
        Path in = npy("in.npy", header("'" + descr + "'", fortranOrder, "(2, 3, 2)"), elements);
        succeeds("import", file, "/a/b", in, "--json");
        assertThat(out.toString()).contains("\"/a/b\"", "int16");
        int[][][] expected = {{{111, 112}, {121, 122}, {131, 132}}, {{211, 212}, {221, 222}, {231, 232}}};
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/a/b").read(int[][][].class)).isDeepEqualTo(expected);
            assertThat(((FixedPoint) container.dataset("/a/b").datatype()).order())
                    .isEqualTo(order);
        }
        Path again = folder.resolve("out.npy");
        succeeds("export", file, "/a/b", again, "--json");
        if (!fortranOrder) {
            assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(in));
        }
        Path other = folder.resolve("other.h5");
        succeeds("import", other, "/b", again);
        try (ContainerFile container = ContainerFile.openReadOnly(other)) {
            assertThat(container.dataset("/b").read(int[][][].class)).isDeepEqualTo(expected);
        }
    }

    /** More bytes than are in memory at a time, with filters, and in parts that cut the second dimension. */
    @ParameterizedTest
    @CsvSource({"true, 3000", "false, 3000", "true, 3", "false, 3"})
    void largeArraysGoInParts(boolean fortranOrder, int rows) throws IOException {
        int columns = 6_000_000 / rows;
        short[] numbers = new short[rows * columns];
        for (int i = 0; i < numbers.length; i++) {
            int row = fortranOrder ? i % rows : i / columns;
            int column = fortranOrder ? i / rows : i % columns;
            numbers[i] = (short) (row * 31 + column);
        }
        ByteBuffer bytes = ByteBuffer.allocate(2 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(numbers);
        Path in = npy("in.npy", header("'<i2'", fortranOrder, "(" + rows + ", " + columns + ")"), bytes.array());
        succeeds("import", file, "/plain", in);
        succeeds("import", file, "/packed", in, "--filter", "deflate=1");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (String path : List.of("/plain", "/packed")) {
                short[][] read = container.dataset(path).read(short[][].class);
                for (int i = 0; i < rows; i++) {
                    for (int j = 0; j < columns; j++) {
                        if (read[i][j] != (short) (i * 31 + j)) {
                            throw new AssertionError(path + " [" + i + ", " + j + "] is " + read[i][j]);
                        }
                    }
                }
            }
            assertThat(container.dataset("/packed").filters()).hasSize(1);
        }
        succeeds("export", file, "/plain", folder.resolve("plain.npy"));
        succeeds("export", file, "/packed", folder.resolve("packed.npy"));
        assertThat(Files.mismatch(folder.resolve("plain.npy"), folder.resolve("packed.npy")))
                .isEqualTo(-1);
        if (!fortranOrder) {
            assertThat(Files.mismatch(folder.resolve("plain.npy"), in)).isEqualTo(-1);
        }
    }

    @Test
    void typesHaveTheNamesOfNumpy() throws IOException {
        Map<String, String> descr = new LinkedHashMap<>();
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            root.createDataset("bool", new boolean[] {true, false});
            descr.put("bool", "'|b1', 'fortran_order': False, 'shape': (2,)");
            root.createDataset("scalar", 2.5);
            descr.put("scalar", "'<f8', 'fortran_order': False, 'shape': ()");
            root.createDataset(
                    "big",
                    FloatingPoint.FLOAT32_BIG_ENDIAN,
                    new long[] {1},
                    new float[] {1},
                    DatasetOptions.defaults());
            descr.put("big", "'>f4'");
            root.createDataset("bytes", FixedPoint.UINT8, new long[] {0, 3}, new int[0][3], DatasetOptions.defaults());
            descr.put("bytes", "'|u1', 'fortran_order': False, 'shape': (0, 3)");
            root.createDataset(
                    "complex",
                    Types.complex(8),
                    new long[] {1},
                    new RawElements(new byte[16]),
                    DatasetOptions.defaults());
            descr.put("complex", "'<c16'");
            root.createDataset(
                    "opaque",
                    Types.opaque(3, "x"),
                    new long[] {1},
                    new RawElements(new byte[3]),
                    DatasetOptions.defaults());
            descr.put("opaque", "'|V3'");
            root.createDataset(
                    "array",
                    Types.array(FixedPoint.INT16, 2, 3),
                    new long[] {4},
                    new RawElements(new byte[48]),
                    DatasetOptions.defaults());
            descr.put("array", "'<i2', 'fortran_order': False, 'shape': (4, 2, 3)");
            Compound gaps = new Compound(
                    3,
                    24,
                    List.of(
                            new Compound.Member("x", 4, FloatingPoint.FLOAT32),
                            new Compound.Member("y's", 8, Types.array(FixedPoint.INT16, 3))));
            root.createDataset("gaps", gaps, new long[] {1}, new RawElements(new byte[24]), DatasetOptions.defaults());
            descr.put("gaps", "[('', '|V4'), ('x', '<f4'), ('y\\'s', '<i2', (3,)), ('', '|V10')]");
        }
        for (Map.Entry<String, String> each : descr.entrySet()) {
            Path to = folder.resolve(each.getKey() + ".npy");
            succeeds("export", file, "/" + each.getKey(), to);
            byte[] bytes = Files.readAllBytes(to);
            String header = new String(
                    bytes,
                    10,
                    ByteBuffer.wrap(bytes, 8, 2).order(ByteOrder.LITTLE_ENDIAN).getShort(),
                    StandardCharsets.ISO_8859_1);
            assertThat(header).startsWith("{'descr': " + each.getValue());
            assertThat((header.length() + 10) % 64).isZero();
            Path back = folder.resolve("back.h5");
            succeeds("import", back, "/" + each.getKey(), to);
            succeeds("export", back, "/" + each.getKey(), folder.resolve("again"), "--format", "npy");
            assertThat(Files.readAllBytes(folder.resolve("again"))).isEqualTo(bytes);
            Files.delete(folder.resolve("again"));
        }
    }

    @Test
    void stringsArePaddedAsInNumpy() throws IOException {
        try (ContainerFile container = ContainerFile.create(file)) {
            for (StringPadding padding : StringPadding.values()) {
                FixedString type = FixedString.of(5, padding, CharacterSet.UTF_8);
                byte[] bytes = (padding == StringPadding.SPACE_PADDED ? "ab   cdefg" : "ab\0\0\0cdefg")
                        .getBytes(StandardCharsets.US_ASCII);
                bytes[4] = padding == StringPadding.NULL_TERMINATED ? (byte) 'x' : bytes[4];
                container
                        .root()
                        .createDataset(
                                padding.name(),
                                type,
                                new long[] {2},
                                new RawElements(bytes),
                                DatasetOptions.defaults());
                Compound record = Compound.packed(Map.of("s", Types.array(type, 2)));
                container
                        .root()
                        .createDataset(
                                padding + "-record",
                                record,
                                new long[] {1},
                                new RawElements(bytes),
                                DatasetOptions.defaults());
            }
        }
        for (StringPadding padding : StringPadding.values()) {
            for (String end : List.of("", "-record")) {
                Path to = folder.resolve(padding + end + ".npy");
                succeeds("export", file, "/" + padding + end, to);
                assertThat(Files.readString(to, StandardCharsets.ISO_8859_1)).endsWith("ab\0\0\0cdefg");
            }
        }
    }

    @Test
    void textsOfFourBytesACharacterBecomeStrings() throws IOException {
        String[] texts = {"a", "b\u00e9", "", "\ud83d\ude00c"};
        ByteBuffer bytes = ByteBuffer.allocate(4 * 2 * 4).order(ByteOrder.BIG_ENDIAN);
        for (String text : texts) {
            int[] characters = Arrays.copyOf(text.codePoints().toArray(), 2);
            Arrays.stream(characters).forEach(bytes::putInt);
        }
        succeeds("import", file, "/c", npy("c.npy", header("'>U2'", false, "(2, 2)"), bytes.array()));
        succeeds("import", file, "/f", npy("f.npy", header("'>U2'", true, "(2, 2)"), bytes.array()));
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/c").read(String[].class)).isEqualTo(texts);
            assertThat(container.dataset("/f").read(String[].class))
                    .containsExactly(texts[0], texts[2], texts[1], texts[3]);
        }
        assertThat(fallow("export", file, "/c", folder.resolve("out.npy"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/c: elements of type utf8 string have no form in npy");
        assertThat(folder.resolve("out.npy")).doesNotExist();
    }

    @Test
    void csvBothWays() throws IOException {
        Path in = Files.writeString(folder.resolve("in.csv"), "name,x\nfirst,1.5\n\"a, b\",2.0\n");
        succeeds("import", file, "/table", in, "--header", "--json");
        Path to = folder.resolve("out.csv");
        succeeds("export", file, "/table", to);
        assertThat(to).hasSameTextualContentAs(in);
        succeeds("export", file, "/table", "-");
        assertThat(out.toString()).isEqualToNormalizingNewlines(Files.readString(in));
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("1;2\n3;4\n".getBytes(StandardCharsets.UTF_8)));
            succeeds("import", file, "/piped", "-", "--delimiter", ";", "--type", "int16", "--chunk", "1,2");
            System.setIn(new ByteArrayInputStream("1,2\n3\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(fallow("import", file, "/bad", "-")).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("standard input, record 2: expected 2 cells, found 1");
        } finally {
            System.setIn(before);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/piped").read(short[][].class)).isDeepEqualTo(new short[][] {{1, 2}, {3, 4}});
            assertThat(container.exists("/bad")).isFalse();
        }
    }

    @Test
    void wrongCsvIsSaidWithItsFile() throws IOException {
        Path csv = folder.resolve("wrong.csv");
        Path target = folder.resolve("new.h5");
        String[][] wrong = {
            {"\"a\"b,c\n", "record 1: text follows a quoted cell"},
            {"a,b\n\"c,d\n", "record 2: a quote is not closed"},
            {"1,2\n3\n", "record 2: expected 2 cells, found 1"},
            {"1\n\n2\n", "line 2: expected an element of type int64"},
            {"", "has no records"}
        };
        for (String[] each : wrong) {
            Files.writeString(csv, each[0]);
            assertThat(fallow("import", target, "/x", csv)).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains(csv.toString(), each[1]);
        }
        Files.write(csv, new byte[] {'a', '\n', (byte) 0xff, '\n'});
        assertThat(fallow("import", target, "/x", csv)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains(csv + ", behind record 0: expected text in UTF-8");
        assertThat(target).doesNotExist();
    }

    @Test
    void arraysThroughPipes() throws IOException {
        try (ContainerFile container = ContainerFile.create(file)) {
            container
                    .root()
                    .createDataset(
                            "a",
                            new int[] {1, 2, 3},
                            DatasetOptions.defaults().withChunks(2).withFilters(Filters.deflate(1)));
        }
        ByteArrayOutputStream piped = new ByteArrayOutputStream();
        PrintStream stdout = System.out;
        InputStream stdin = System.in;
        String terminal = System.setProperty(Screen.TERMINAL_PROPERTY, "false");
        try {
            System.setOut(new PrintStream(piped));
            succeeds("export", file, "/a", "-", "--format", "npy");
            System.setIn(new ByteArrayInputStream(piped.toByteArray()));
            succeeds("import", file, "/b", "-", "--format", "npy");
            System.setIn(new ByteArrayInputStream(Arrays.copyOf(piped.toByteArray(), piped.size() - 1)));
            assertThat(fallow("import", file, "/new/groups/c", "-", "--format", "npy"))
                    .isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains("standard input: expected 12 more bytes, found 11");
        } finally {
            System.setOut(stdout);
            System.setIn(stdin);
            if (terminal == null) {
                System.clearProperty(Screen.TERMINAL_PROPERTY);
            } else {
                System.setProperty(Screen.TERMINAL_PROPERTY, terminal);
            }
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/b").read(int[].class)).containsExactly(1, 2, 3);
            assertThat(container.root().names()).containsExactly("a", "b");
        }
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Path in = npy("in.npy", header("'|i1'", false, "(3,)"), new byte[] {1, 2, 3});
        succeeds("import", file, "/a/b", in);
        byte[] before = Files.readAllBytes(file);
        byte[] array = Files.readAllBytes(in);
        assertThat(fallow("import", file, "/a/b", in)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/a/b exists");
        assertThat(fallow("import", file, "/a/b/c", in)).isNotEqualTo(ExitCode.OK);
        assertThat(fallow("export", file, "/a/b", in)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("in.npy exists");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(Files.readAllBytes(in)).isEqualTo(array);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'|O'; False; (1,); elements of numpy's type |O cannot be stored",
                "'<M8[ns]'; False; (1,); elements of numpy's type <M8[ns] cannot be stored",
                "'<f16'; False; (1,); elements of numpy's type <f16 cannot be stored",
                "[('a', '<U3')]; False; (1,); elements of numpy's type <U3 cannot be stored",
                "'<i4'; False; (3,); expected 140 bytes, found 136",
                "'<i4'; False; (1,); expected 132 bytes, found 136",
                "'<i4'; None; (2,); expected a value",
                "'<i4'; False; (-2,); expected a shape",
                "'<i4'; False; (2,; expected a value",
                "'<i4'; False; (4294967296, 4294967296); is too large",
                "[('a', '<i4'), ('a', '<i4')]; False; (1,); a",
            })
    void whatCannotBeStoredIsRefused(String descr, String order, String shape, String message) throws IOException {
        String header = "{'descr': %s, 'fortran_order': %s, 'shape': %s, }".formatted(descr, order, shape);
        Path in = npy("in.npy", header, new byte[8]);
        assertThat(fallow("import", file, "/a", in)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains("in.npy: ", message);
        assertThat(file).doesNotExist();
    }

    @Test
    void wrongUseIsSaid() throws IOException {
        Path text = Files.writeString(folder.resolve("text.npy"), "no array");
        assertThat(fallow("import", file, "/a", text)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("text.npy: it is not a npy file");
        assertThat(fallow("import", file, "/a", folder.resolve("data.bin"))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("expected IN.npy, IN.csv, - or --format");
        assertThat(fallow("import", file, "/a", text, "--header")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("import", file, "/a", folder.resolve("none.npy"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(file).doesNotExist();
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createDataset("nothing", new Empty(Types.integer(4)));
        }
        assertThat(fallow("export", file, "/nothing", folder.resolve("out.npy")))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("null dataspace");
        assertThat(fallow("export", file, "/nothing", folder.resolve("out.bin")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(fallow("export", file, "/nothing", "-", "--json")).isEqualTo(ExitCode.USAGE);
        assertThat(folder.resolve("out.npy")).doesNotExist();
    }

    /** A header that is longer than version 1 allows, and one with characters that version 2 does not have. */
    @Test
    void longHeadersHaveLaterVersions() throws IOException {
        Map<String, FixedPoint> many = new LinkedHashMap<>();
        for (int i = 0; i < 1_500; i++) {
            many.put("'".repeat(20) + i, FixedPoint.INT8);
        }
        try (ContainerFile container = ContainerFile.create(file)) {
            container
                    .root()
                    .createDataset(
                            "many",
                            Types.compound(many),
                            new long[] {1},
                            new RawElements(new byte[1_500]),
                            DatasetOptions.defaults());
            container
                    .root()
                    .createDataset(
                            "greek",
                            Types.compound(Map.of("\u03b1", FixedPoint.INT8)),
                            new long[] {1},
                            new RawElements(new byte[] {7}),
                            DatasetOptions.defaults());
        }
        for (String name : List.of("many", "greek")) {
            Path to = folder.resolve(name + ".npy");
            succeeds("export", file, "/" + name, to);
            assertThat(Files.readAllBytes(to)[6]).isEqualTo((byte) (name.equals("many") ? 2 : 3));
            succeeds("import", file, "/again-" + name, to);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (String name : List.of("many", "greek")) {
                assertThat(container.dataset("/again-" + name).datatype())
                        .isEqualTo(container.dataset("/" + name).datatype());
            }
        }
    }
}
