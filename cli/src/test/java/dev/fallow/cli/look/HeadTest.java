package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.Group;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow head}. */
class HeadTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("sample.h5");
        Sample.write(file);
    }

    private String head(Object... arguments) {
        Object[] all = new Object[arguments.length + 2];
        all[0] = "head";
        all[1] = file;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThat(fallow(all)).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString();
    }

    @Test
    void rowsAndNumbers() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String path : new String[] {
            "/run1/image",
            "/run1/series",
            "/run1/label",
            "/types/bool",
            "/types/fixed",
            "/types/missing",
            "/types/sensors"
        }) {
            all.append(head(path));
        }
        Golden.check("head.txt", folder, all);
        head("/run1/image", "--json");
        Golden.check("head.json", folder, out);
        assertThat(head("/types/missing", "--json")).doesNotContain("numbers");
        assertThat(head("/types/sensors", "--json", "-n", 1)).contains("first").doesNotContain("second");
    }

    @Test
    void onlyTheFirstRowsAreReadIfThatIsEnough() {
        assertThat(head("/run1/image", "--quick", "-n", 2).lines()).hasSize(3).noneMatch(line -> line.contains("mean"));
        assertThat(head("/run1/image", "-n", 0).lines()).hasSize(5);
    }

    @Test
    void missingValuesAndNaNAreLeftOut() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Group root = container.root();
            root.createDataset("temperature", new float[] {20.5f, 9e36f, Float.NaN, -3, 9e36f, Float.NaN, Float.NaN});
            root.dataset("temperature").createAttribute("_FillValue", new float[] {9e36f});
            root.createDataset("depth", new short[] {-1, 5, 7, -1});
            root.dataset("depth").createAttribute("missing_value", (short) -1);
            root.createDataset("nothing", new double[] {Double.NaN});
        }
        assertThat(head("/temperature"))
                .contains("minimum   -3.0", "maximum   20.5", "mean      8.75", "NaN       3", "missing   2 of 9.0E36");
        assertThat(head("/depth")).contains("minimum   5", "maximum   7", "mean      6.0", "missing   2 of -1");
        assertThat(head("/nothing")).contains("minimum   none", "mean      none", "numbers   0", "NaN       1");
        assertThat(head("/temperature", "--json")).contains("\"nan\" : 3", "\"missing\" : 2", "\"mean\" : 8.75");
        head("/nothing", "--json");
        assertThat(out.toString()).doesNotContain("minimum");
    }

    @Test
    void elementsThatWereNeverWrittenAreMissing() {
        DatasetOptions options = DatasetOptions.defaults().withChunks(2);
        try (ContainerFile container = ContainerFile.open(file)) {
            Group root = container.root();
            root.createDataset("holes", Types.integer(4), new long[] {6}, options.withFillValue(-1));
            root.dataset("holes").write(Selection.of("2:4"), new int[] {8, 4});
            root.createDataset("zero", Types.integer(4), new long[] {6}, options);
            root.createDataset("nan", Types.floatingPoint(4), new long[] {6}, options.withFillValue(Float.NaN));
            root.createDataset("floats", Types.floatingPoint(4), new long[] {6}, options.withFillValue(0.1f));
            root.createDataset(
                    "unsigned",
                    Types.unsigned(8),
                    new long[] {3},
                    options.withFillValue(new BigInteger("18446744073709551614")));
            root.createDataset(
                    "scalar",
                    Types.integer(2),
                    new long[0],
                    DatasetOptions.defaults().withFillValue((short) 7));
            root.createDataset("both", Types.integer(4), new long[] {6}, options.withFillValue(-1));
            root.dataset("both").createAttribute("_FillValue", 5);
        }
        assertThat(head("/holes")).contains("minimum   4", "mean      6.0", "numbers   2", "missing   4 of -1");
        assertThat(head("/zero")).contains("minimum   0", "numbers   6").doesNotContain("missing");
        assertThat(head("/nan")).contains("numbers   0", "NaN       6").doesNotContain("missing");
        assertThat(head("/floats")).contains("numbers   0", "missing   6 of 0.1\n");
        assertThat(head("/unsigned")).contains("missing   3 of 18446744073709551614");
        assertThat(head("/scalar")).contains("missing   1 of 7");
        assertThat(head("/both")).contains("missing   0 of 5", "minimum   -1");
        assertThat(head("/holes", "--json")).contains("\"missingValue\" : -1", "\"missing\" : 4");
    }

    /** A dataset declares far more elements than anything could read. */
    @Test
    void onlyStoredChunksAreRead() {
        long[] huge = {1_000_000, 1_000_000};
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(100, 70);
        try (ContainerFile container = ContainerFile.open(file)) {
            Group root = container.root();
            root.createDataset("none", Types.integer(4), huge, chunks);
            root.createDataset("some", Types.integer(4), huge, chunks);
            root.dataset("some").write(Selection.of("999950:, 999900:"), new int[50][100]); // a chunk at either end
            root.dataset("some").write(Selection.of("0, 0:2"), new int[] {-3, 5});
            root.createDataset("fill", Types.floatingPoint(8), huge, chunks.withFillValue(2.5));
            root.dataset("fill").write(Selection.of("0, 0:2"), new double[] {1, 7});
            root.createDataset("nan", Types.floatingPoint(4), huge, chunks.withFillValue(Float.NaN));
            root.dataset("nan").write(Selection.of("7, 7:9"), new float[] {1, 4});
        }
        assertThat(head("/none"))
                .contains("minimum   0", "maximum   0", "mean      0.0", "numbers   1,000,000,000,000");
        assertThat(head("/some"))
                .contains("minimum   -3", "maximum   5", "mean      2.0E-12", "numbers   1,000,000,000,000");
        assertThat(head("/fill"))
                .contains("minimum   1.0", "maximum   7.0", "numbers   2\n", "missing   999,999,999,998 of 2.5");
        assertThat(head("/nan")).contains("mean      2.5", "numbers   2\n", "NaN       999,999,999,998");
    }

    @Test
    void aFewChunksAreAddedUpAsAllAre() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Dataset few = container
                    .root()
                    .createDataset(
                            "few",
                            Types.integer(2),
                            new long[] {95},
                            DatasetOptions.defaults().withChunks(10).withFillValue((short) 6));
            few.putAttribute("_FillValue", (short) 1); // so that 6 is a number
            few.write(Selection.of("90:95"), new short[] {1, 2, 3, 4, 10}); // the last chunk is cut
        }
        assertThat(head("/few"))
                .contains(
                        "minimum   2",
                        "maximum   10",
                        "mean      " + (90 * 6 + 19) / 94.0,
                        "numbers   94",
                        "missing   1 of 1");
    }

    @Test
    void largeAndUnsignedNumbersAreExact() {
        long[] numbers = {-1, 3, Long.MIN_VALUE, 1};
        byte[] bytes = new byte[32];
        ByteBuffer.wrap(bytes).asLongBuffer().put(numbers);
        try (ContainerFile container = ContainerFile.open(file)) {
            FixedPoint bigEndian = FixedPoint.of(8, false, java.nio.ByteOrder.BIG_ENDIAN);
            container
                    .root()
                    .createDataset(
                            "unsigned", bigEndian, new long[] {4}, new RawElements(bytes), DatasetOptions.defaults());
            container.root().createDataset("signed", numbers);
            container
                    .root()
                    .createDataset(
                            "small", FixedPoint.UINT8, new long[] {2}, new int[] {250, 255}, DatasetOptions.defaults());
            container
                    .root()
                    .createDataset(
                            "half",
                            FloatingPoint.FLOAT16,
                            new long[] {2},
                            new float[] {0.5f, 2},
                            DatasetOptions.defaults());
            container
                    .root()
                    .createDataset("infinite", new double[] {1, Double.POSITIVE_INFINITY})
                    .putAttribute("_FillValue", new Empty(Types.floatingPoint(8))); // no value is none
            container.root().createDataset("one", Types.unsigned(8), new long[0], 18L, DatasetOptions.defaults());
        }
        assertThat(head("/unsigned")).contains("minimum   1", "maximum   18446744073709551615", "mean      6.917");
        assertThat(head("/unsigned", "--json")).contains("\"maximum\" : 18446744073709551615");
        assertThat(head("/signed")).contains("minimum   -9223372036854775808", "maximum   3");
        assertThat(head("/small")).contains("250 255", "mean      252.5");
        assertThat(head("/half")).contains("minimum   0.5", "mean      1.25");
        assertThat(head("/infinite")).contains("maximum   Infinity", "mean      Infinity");
        assertThat(head("/infinite", "--json")).contains("\"maximum\" : \"Infinity\"");
        assertThat(head("/one")).contains("\n18\n", "minimum   18", "numbers   1");
    }

    /** More elements than are read at a time, in chunks that end at other places. */
    @Test
    void partsAreAddedUp() {
        int[][] numbers = new int[1_100][1_300];
        for (int i = 0; i < numbers.length; i++) {
            int row = i;
            Arrays.setAll(numbers[i], j -> row * 1_300 + j);
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            Group root = container.root();
            root.createDataset("contiguous", numbers);
            root.createDataset(
                    "chunked",
                    numbers,
                    DatasetOptions.defaults().withChunks(300, 70).withFilters(Filters.deflate(1)));
            root.createDataset("empty", new int[0][5]);
        }
        for (String path : new String[] {"/contiguous", "/chunked"}) {
            assertThat(head(path))
                    .contains("0 1 2 3", "maximum   1429999", "mean      714999.5", "numbers   1,430,000");
        }
        assertThat(head("/empty")).contains("numbers   0");
    }

    @Test
    void referencesHaveTheNamesOfTheirTargets() {
        try (ContainerFile container = ContainerFile.open(file)) {
            Dataset image = container.dataset("/run1/image");
            container.root().createDataset("refs", new Reference[] {image.reference()});
            container
                    .root()
                    .createDataset(
                            "regions",
                            Types.regionReference(),
                            new long[] {1, 1},
                            new Object[][] {{image.reference(Selection.of("0:2, 0:3"))}},
                            DatasetOptions.defaults());
        }
        assertThat(head("/refs")).endsWith("->/run1/image\n");
        assertThat(head("/regions")).contains("->/run1/image[0:2");
    }

    @Test
    void whatIsNoDatasetIsAnError() {
        assertThat(fallow("head", file, "/run1")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/run1");
        assertThat(fallow("head", file, "/run1/image", "-n", -1)).isEqualTo(ExitCode.USAGE);
    }
}
