package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ComplexNumber;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.EnumValue;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.VirtualMapping;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Fallow;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fallow cat}: slices, values of all types, and memory. */
class CatTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            int[][] plane = new int[4][5];
            int[][][] cube = new int[2][3][4];
            for (int i = 0; i < 20; i++) {
                plane[i / 5][i % 5] = i;
            }
            for (int i = 0; i < 24; i++) {
                cube[i / 12][i / 4 % 3][i % 4] = i;
            }
            root.createDataset("plane", plane);
            root.createDataset("cube", cube);
            root.createDataset("row", new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
            root.createDataset("empty", Types.integer(4), new long[] {0, 3});
            root.createDataset("scalar", 42);
            root.createDataset("name[1:2]", new int[] {7});
        }
    }

    /** The output without the white space between tokens. */
    private String json(Object path) {
        assertThat(fallow("cat", file, path, "--json")).as(err.toString()).isEqualTo(ExitCode.OK);
        StringBuilder compact = new StringBuilder();
        boolean inString = false;
        for (int i = 0; i < out.toString().length(); i++) {
            char c = out.toString().charAt(i);
            inString ^= c == '"' && (i == 0 || out.toString().charAt(i - 1) != '\\');
            if (inString || c > ' ') {
                compact.append(c);
            }
        }
        return compact.toString();
    }

    private String values(Object path) {
        String json = json(path);
        return json.substring(json.indexOf("\"values\":") + 9, json.length() - 1);
    }

    private String shape(Object path) {
        String json = json(path);
        int from = json.indexOf("\"shape\":") + 8;
        return json.substring(from, json.indexOf(",\"values\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/row | [10] | [0,1,2,3,4,5,6,7,8,9]",
                "/row[] | [10] | [0,1,2,3,4,5,6,7,8,9]",
                "/row[3] | [] | [3]",
                "/row[-1] | [] | [9]",
                "/row[-3:] | [3] | [7,8,9]",
                "/row[:-7] | [3] | [0,1,2]",
                "/row[2:8:3] | [2] | [2,5]",
                "/row[::4] | [3] | [0,4,8]",
                "/row[::100] | [1] | [0]",
                "/row[8:100] | [2] | [8,9]",
                "/row[-100:2] | [2] | [0,1]",
                "/row[5:5] | [0] | []",
                "/row[7:3] | [0] | []",
                "/row[100:] | [0] | []",
                "/row[...] | [10] | [0,1,2,3,4,5,6,7,8,9]",
                "/row[ 1 : 3 ] | [2] | [1,2]",
                "/plane[1] | [5] | [5,6,7,8,9]",
                "/plane[:,1] | [4] | [1,6,11,16]",
                "/plane[1:3,::2] | [2,3] | [5,7,9,10,12,14]",
                "/plane[...,-1] | [4] | [4,9,14,19]",
                "/plane[-1,...] | [5] | [15,16,17,18,19]",
                "/plane[1,...,2] | [] | [7]",
                "/plane[2:2,0] | [0] | []",
                "/cube[1] | [3,4] | [12,13,14,15,16,17,18,19,20,21,22,23]",
                "/cube[...,0] | [2,3] | [0,4,8,12,16,20]",
                "/cube[0,...,3] | [3] | [3,7,11]",
                "/cube[1,-1,::3] | [2] | [20,23]",
                "/empty | [0,3] | []",
                "/empty[:,1] | [0] | []",
                "/scalar | [] | [42]",
                "/scalar[] | [] | [42]",
                "/name[1:2] | [1] | [7]",
                "/name[1:2][0] | [] | [7]"
            })
    void slicesSelectElements(String path, String shape, String values) {
        assertThat(values(path)).isEqualTo(values);
        assertThat(shape(path)).isEqualTo(shape);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/row[10]",
                "/row[-11]",
                "/row[1,2]",
                "/row[::0]",
                "/row[::-1]",
                "/row[a]",
                "/row[1:2:3:4]",
                "/row[,]",
                "/row[9999999999999999999]",
                "/plane[...,...]",
                "/plane[1,2,3]",
                "/plane[4,0]",
                "/scalar[0]",
                "/missing",
                "/missing[0]"
            })
    void whatIsNotThereIsRefused(String path) {
        assertThat(fallow("cat", file, path, "--json")).isNotEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("fallow: ").hasLineCount(1);
    }

    @Test
    void linesAreRowsOfTheLastDimension() {
        assertThat(fallow("cat", file, "/plane[1:3]")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("5 6 7 8 9\n10 11 12 13 14\n");
        assertThat(fallow("cat", file, "/scalar")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("42\n");
    }

    private void create(String path, Datatype type, Object values) {
        try (ContainerFile container = ContainerFile.open(file)) {
            long[] size = {java.lang.reflect.Array.getLength(values)};
            container.root().createDataset(path, type, size, values, DatasetOptions.defaults());
        }
    }

    private void create(String path, Datatype type, Object values, long... size) {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset(path, type, size, values, DatasetOptions.defaults());
        }
    }

    private static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private void check(Datatype type, Object values, String json, String text) {
        create("/d", type, values);
        assertThat(values("/d")).isEqualTo(json);
        assertThat(fallow("cat", file, "/d")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo(text + "\n");
    }

    @Test
    void floatingPointNumbers() {
        check(
                Types.floatingPoint(8),
                new double[] {1.5, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300},
                "[1.5,-0.0,\"NaN\",\"Infinity\",\"-Infinity\",1.0E300]",
                "1.5 -0.0 NaN Infinity -Infinity 1.0E300");
    }

    @Test
    void unsignedNumbersOfEightBytes() {
        check(
                Types.unsigned(8),
                new long[] {-1, Long.MIN_VALUE, 5},
                "[18446744073709551615,9223372036854775808,5]",
                "18446744073709551615 9223372036854775808 5");
    }

    @Test
    void unsignedNumbersInsideOtherElements() {
        Datatype compound = Types.compound(Map.of("u", Types.unsigned(8)));
        check(
                Types.array(compound, 2),
                new Object[] {new Object[] {Map.of("u", -1L), Map.of("u", 1L)}},
                "[[{\"u\":18446744073709551615},{\"u\":1}]]",
                "[{u: 18446744073709551615}, {u: 1}]");
    }

    @Test
    void sequencesOfUnsignedNumbers() {
        check(
                Types.sequence(Types.unsigned(8)),
                new long[][] {{-1}, {}, {3, 4}},
                "[[18446744073709551615],[],[3,4]]",
                "[18446744073709551615] [] [3, 4]");
    }

    @Test
    void stringsWithControlCharacters() {
        String text = "a\"b\\c\n\t\u0007\u001b[31m\u00e9";
        create("/d", Types.string(), new String[] {text, "", null});
        assertThat(fallow("cat", file, "/d", "--json")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("\"a\\\"b\\\\c\\n\\t\\u0007\\u001B[31m")
                .doesNotContain("\u001b", "\u0007");
        assertThat(values("/d")).endsWith(",\"\",\"\"]");
        assertThat(fallow("cat", file, "/d")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("\u001b", "\u0007").hasLineCount(1);
    }

    @Test
    void fixedStrings() {
        check(Types.string(5), new String[] {"abc", "", "defgh"}, "[\"abc\",\"\",\"defgh\"]", "\"abc\" \"\" \"defgh\"");
    }

    @Test
    void compounds() {
        Datatype inner = Types.compound(new LinkedHashMap<>(Map.of("n", Types.integer(2))));
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("x", Types.floatingPoint(4));
        members.put("inner", inner);
        members.put("text", Types.string());
        members.put("flags", Types.array(Types.bool(), 2));
        check(
                Types.compound(members),
                new Object[] {
                    map("x", 0.5f, "inner", map("n", (short) -3), "text", "t", "flags", new boolean[] {true, false})
                },
                "[{\"x\":0.5,\"inner\":{\"n\":-3},\"text\":\"t\",\"flags\":[true,false]}]",
                "{x: 0.5, inner: {n: -3}, text: \"t\", flags: [true, false]}");
    }

    @Test
    void enumerations() {
        check(
                Types.enumeration(Map.of("RED", -1L)),
                new EnumValue[] {new EnumValue("RED", -1), new EnumValue(Optional.empty(), 5)},
                "[-1,5]",
                "RED 5");
    }

    @Test
    void booleans() {
        check(Types.bool(), new boolean[] {true, false}, "[true,false]", "true false");
    }

    @Test
    void arraysOfBytesAreNotOpaque() {
        check(
                Types.array(Types.integer(1), 2, 3),
                new byte[][][] {{{1, 2, 3}, {-1, 0, 5}}},
                "[[[1,2,3],[-1,0,5]]]",
                "[[1, 2, 3], [-1, 0, 5]]");
    }

    @Test
    void opaqueElementsAreHexadecimal() {
        check(Types.opaque(3, "tag"), new byte[][] {{1, 2, 3}, {-1, 0, 0}}, "[\"010203\",\"ff0000\"]", "010203 ff0000");
    }

    @Test
    void arraysOfOpaqueElements() {
        check(
                Types.array(Types.opaque(1, ""), 2, 2),
                new byte[][][][] {{{{1}, {2}}, {{3}, {-1}}}},
                "[[[\"01\",\"02\"],[\"03\",\"ff\"]]]",
                "[[01, 02], [03, ff]]");
    }

    @Test
    void sequencesOfSequences() {
        check(
                Types.sequence(Types.sequence(Types.string())),
                new String[][][] {{{"a", null}, {}}, {}},
                "[[[\"a\",\"\"],[]],[]]",
                "[[\"a\", null], []] []");
    }

    @Test
    void complexNumbers() {
        check(
                Types.complex(8),
                new ComplexNumber[] {new ComplexNumber(1, -0.5), new ComplexNumber(Double.NaN, 0)},
                "[[1.0,-0.5],[\"NaN\",0.0]]",
                "1.0+-0.5i NaN+0.0i");
    }

    @Test
    void complexNumbersOfNumpyAreCompounds() {
        check(
                Types.complexCompound(4),
                new ComplexNumber[] {new ComplexNumber(0.1f, -0.5), new ComplexNumber(Double.NaN, 0)},
                "[{\"r\":0.10000000149011612,\"i\":-0.5},{\"r\":\"NaN\",\"i\":0.0}]",
                "{r: 0.1, i: -0.5} {r: NaN, i: 0.0}");
    }

    @Test
    void referencesAreAddressesInJsonAndNamesForPeople() {
        long address;
        try (ContainerFile container = ContainerFile.open(file)) {
            Dataset target = container.dataset("/row");
            address = target.address();
            container
                    .root()
                    .createDataset(
                            "regions",
                            Types.regionReference(),
                            new long[] {2},
                            new Object[] {target.reference(Selection.block(new long[] {1}, new long[] {2})), null},
                            DatasetOptions.defaults());
        }
        assertThat(values("/regions")).isEqualTo("[" + address + ",null]");
        assertThat(fallow("cat", file, "/regions")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("->/row[1:3] null\n");
    }

    @Test
    void aNullDataspaceHasNoShape() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset("null", new Empty(Types.integer(4)));
        }
        assertThat(json("/null")).endsWith("\"shape\":null,\"values\":[]}");
        assertThat(fallow("cat", file, "/null")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
    }

    /** 64 MB of elements, printed by a virtual machine that has less memory: only some are in memory at a time. */
    @Test
    void aLargeDatasetNeedsLittleMemory() throws IOException, InterruptedException {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset("large", Types.integer(8), new long[] {8, 1 << 20});
        }
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Fallow.class.getName(),
                        "cat",
                        "--all",
                        file.toString(),
                        "/large[:,::8]")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.size(printed)).as("elements and separators").isEqualTo(2L << 20);
    }

    /** What was printed before an error is not valid JSON, so that it is not taken for the whole. */
    @Test
    void jsonThatIsCutOffByAnErrorIsNotComplete() throws IOException {
        try (ContainerFile container = ContainerFile.open(file)) {
            String[] texts = new String[600_000];
            Arrays.fill(texts, "");
            texts[599_999] = "the last one, which is damaged";
            container.root().createDataset("texts", texts);
        }
        byte[] bytes = Files.readAllBytes(file);
        byte[] last = "the last one".getBytes(StandardCharsets.UTF_8);
        int at = 0;
        while (!Arrays.equals(bytes, at, at + last.length, last, 0, last.length)) {
            at++;
        }
        bytes[at - 8]++; // the size of the object in the global heap
        bytes[at - 7] = 127;
        Files.write(file, bytes);
        assertThat(fallow("cat", file, "/texts", "--json")).isNotEqualTo(ExitCode.OK);
        assertThat(err.toString()).contains(file.toString(), "global heap");
        assertThat(out.toString().stripTrailing())
                .isNotEmpty()
                .doesNotEndWith("}")
                .doesNotEndWith("]");
    }

    @Test
    void elementsInAnotherFolderAreReadIfItIsNamed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path mapped = Files.createDirectory(folder.resolve("here")).resolve("mapped.h5");
        Path source = Files.move(file, elsewhere.resolve("source.h5"));
        Selection all = Selection.block(new long[1], new long[] {10});
        try (ContainerFile container = ContainerFile.create(mapped)) {
            container
                    .root()
                    .createVirtualDataset(
                            "row",
                            Types.integer(4),
                            new long[] {10},
                            List.of(VirtualMapping.ofWhole(source.toString(), "/row", all)));
        }
        assertThat(fallow("cat", mapped, "/row[7:9]")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("source.h5");
        file = mapped;
        assertThat(fallow("cat", mapped, "/row[7:9]", "--external", elsewhere, "--json"))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("7", "8").doesNotContain("9");
    }

    @Test
    void formatsAreGolden() throws IOException {
        Path sample = folder.resolve("sample.h5");
        Sample.write(sample);
        String[] paths = {
            "/run1/image",
            "/run1/series",
            "/run1/series[:25]",
            "/run1/label",
            "/types/bool",
            "/types/colour",
            "/types/fixed",
            "/types/missing",
            "/types/sensors",
            "/view[::7,:3]",
            "/@limits",
            "/@long\nname",
            "/run1/image@units"
        };
        StringBuilder text = new StringBuilder();
        StringBuilder csv = new StringBuilder();
        for (String path : paths) {
            String title = "--- " + path.replace("\n", "\\n") + "\n";
            assertThat(fallow("cat", sample, path)).as(err.toString()).isEqualTo(ExitCode.OK);
            text.append(title).append(out);
            assertThat(fallow("cat", "--csv", sample, shorter(path)))
                    .as(err.toString())
                    .isEqualTo(ExitCode.OK);
            csv.append(title).append(out);
        }
        Golden.check("cat.txt", folder, text);
        Golden.check("cat.csv", folder, csv);
        assertThat(fallow("cat", "--json", sample, "/types/sensors")).isEqualTo(ExitCode.OK);
        Golden.check("cat.json", folder, out);
        assertThat(fallow("cat", "--json", sample, "/@limits")).isEqualTo(ExitCode.OK);
        Golden.check("cat-attribute.json", folder, out);
    }

    private static String shorter(String path) {
        return path.equals("/run1/series") ? "/run1/series[:3]" : path.equals("/run1/image") ? "/run1/image[:2]" : path;
    }

    /** Of many elements the ends are printed; they are those of the whole. */
    @Test
    void endsAreThoseOfTheWhole() {
        int[][][] cube = new int[3][20][30];
        int next = 0;
        for (int[][] plane : cube) {
            for (int[] row : plane) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = next++;
                }
            }
        }
        create("/large", Types.integer(4), cube, 3, 20, 30);
        assertThat(fallow("cat", file, "/large", "--all")).isEqualTo(ExitCode.OK);
        List<String> all = out.toString().lines().toList();
        assertThat(all).hasSize(60);
        assertThat(fallow("cat", file, "/large")).isEqualTo(ExitCode.OK);
        List<String> ends = out.toString().lines().toList();
        assertThat(ends).hasSize(21);
        assertThat(ends.get(10)).isEqualTo("... (40 more lines; --all prints them)");
        for (int i = 0; i < 10; i++) {
            assertThat(ends.get(i)).isEqualTo(withoutMiddle(all.get(i)));
            assertThat(ends.get(11 + i)).isEqualTo(withoutMiddle(all.get(50 + i)));
        }
        assertThat(fallow("cat", file, "/large[1:,:,::2]")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines().toList())
                .hasSize(21)
                .first()
                .asString()
                .startsWith("600 602 604");
        assertThat(fallow("cat", file, "/large[:,::-1]")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("cat", file, "/large[2,:,:]")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines().toList())
                .hasSize(20)
                .last()
                .asString()
                .endsWith("1798 1799");
    }

    private static String withoutMiddle(String line) {
        String[] numbers = line.split(" ");
        return String.join(" ", Arrays.asList(numbers).subList(0, 10))
                + " ... (10 more) ... "
                + String.join(" ", Arrays.asList(numbers).subList(20, 30));
    }

    @Test
    void endsOfASliceWithIndexes() {
        int[][][] cube = new int[30][50][4];
        int next = 0;
        for (int[][] plane : cube) {
            for (int[] row : plane) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = next++;
                }
            }
        }
        create("/large", Types.integer(4), cube, 30, 50, 4);
        assertThat(fallow("cat", file, "/large[:,:,2]")).isEqualTo(ExitCode.OK);
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(21);
        assertThat(lines.get(0))
                .isEqualTo("2 6 10 14 18 22 26 30 34 38 ... (30 more) ... 162 166 170 174 178 182 186 190 194 198");
        assertThat(lines.get(20)).startsWith("5802 5806").endsWith("5998");
    }

    @Test
    void attributesAndTheirSlices() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.dataset("/row").createAttribute("m", new int[][] {{1, 2, 3}, {4, 5, 6}});
            container.dataset("/row").createAttribute("a@b[1]", 7);
            container.root().createAttribute("title", "text");
            container.root().createGroup("x@y").createDataset("z", 8);
        }
        assertThat(values("/row@m")).isEqualTo("[1,2,3,4,5,6]");
        assertThat(values("/row@m[1]")).isEqualTo("[4,5,6]");
        assertThat(values("/row@m[:,::2]")).isEqualTo("[1,3,4,6]");
        assertThat(json("/row@m[:,-1]")).contains("\"path\":\"/row@m\"", "\"shape\":[2]", "[3,6]");
        assertThat(values("/@title")).isEqualTo("[\"text\"]");
        assertThat(values("@title")).isEqualTo("[\"text\"]");
        assertThat(values("/x@y/z")).isEqualTo("[8]");
        assertThat(fallow("cat", file, "/row@nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("nothing");
        assertThat(fallow("cat", file, "/@title[1]")).isEqualTo(ExitCode.CANNOT_OPEN);
    }

    @Test
    void rawBytesAreThoseOfTheElements() throws IOException {
        Path raw = folder.resolve("raw");
        assertThat(fallow("cat", file, "/plane[1:3,::2]", "--raw", "-o", raw)).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllBytes(raw))
                .containsExactly(5, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 10, 0, 0, 0, 12, 0, 0, 0, 14, 0, 0, 0);
        assertThat(fallow("cat", file, "/plane", "--raw", "-o", raw))
                .as("it exists")
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("cat", file, "/plane", "--raw", "--csv")).isEqualTo(ExitCode.USAGE);
        create("/texts", Types.string(), new String[] {"a"});
        assertThat(fallow("cat", file, "/texts", "--raw", "-o", folder.resolve("texts")))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("addresses");
    }

    @Test
    void textsCanBeWrittenToAFile() throws IOException {
        Path target = folder.resolve("out.csv");
        assertThat(fallow("cat", file, "/plane", "--csv", "--output", target)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
        assertThat(target).hasContent("0,1,2,3,4\n5,6,7,8,9\n10,11,12,13,14\n15,16,17,18,19\n");
        assertThat(fallow("cat", file, "/plane", "--csv", "--output", target)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("out.csv exists");
    }
}
