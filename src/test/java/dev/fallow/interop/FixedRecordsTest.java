package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FixedLength;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of fixed length, attributes that are put together, and times: the installed h5py and PyTables read them, and the reverse. */
class FixedRecordsTest {
    private static final String H5PY = """
            import sys, h5py, numpy
            expected = numpy.dtype([('time', '<i8'), ('v', '<f4', (3,)), ('m', '<f8', (2, 2)), ('name', 'S8')])
            with h5py.File(sys.argv[1], 'r+') as f:
                d = f['events']
                assert d.dtype == expected, d.dtype
                assert d['v'].tolist() == [[1, 2, 3], [4, 5, 6]] and d['m'][1].tolist() == [[1, 2], [3, 4]]
                assert h5py.check_string_dtype(d.dtype['name']).encoding == 'utf-8'
                assert d['name'].tolist() == ['gr\\u00fcn'.encode(), b'b']
                assert dict(d.attrs) == {'b': 'text', 'a': 2, 'c': 0.5} and 'list' not in d.attrs
                assert f['half'].dtype == numpy.float16 and f['half'][:].tolist() == [0.5, 2]
                d.resize((3,))
                d[2] = (9, [7, 8, 9], [[5, 6], [7, 8]], b'python')
            print('as expected')
            """;

    private static final String TABLE = """
            import sys, tables
            with tables.open_file(sys.argv[1], 'w') as f:
                class Row(tables.IsDescription):
                    id = tables.Int32Col(pos=0)
                    when = tables.Time64Col(pos=1)
                    day = tables.Time32Col(pos=2)
                table = f.create_table('/', 'table', Row)
                table.append([(1, -1.25, -3), (2, 1.5e9 + 0.25, 86400)])
                f.create_earray('/', 'times', tables.Time64Atom(), (0,)).append([0.5, 2.0])
            print('as expected')
            """;

    private static final String APPENDED = """
            import sys, tables
            with tables.open_file(sys.argv[1], 'r') as f:
                assert f.root.table.cols.when[:].tolist() == [-1.25, 1.5e9 + 0.25, -0.5], f.root.table[:]
                assert f.root.table.cols.day[:].tolist() == [-3, 86400, 60]
                assert f.root.times[:].tolist() == [0.5, 3.75]
            print('as expected')
            """;

    record Event(
            long time,
            @FixedLength(3) float[] v,
            @FixedLength({2, 2}) double[][] m,
            @FixedLength(8) String name) {}

    record Row(int id, Instant when, Instant day) {}

    @TempDir
    private Path folder;

    @Test
    void h5pyReadsAndAppendsRecords() throws IOException, InterruptedException {
        Path path = folder.resolve("records.h5");
        double[][] matrix = {{1, 2}, {3, 4}};
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("b", "text");
        attributes.put("a", 2);
        attributes.put("c", 0.5);
        DatasetOptions options = DatasetOptions.defaults()
                .withMaxDimensions(DatasetOptions.UNLIMITED)
                .withFilters(Filters.deflate(4));
        try (ContainerFile file = ContainerFile.create(path)) {
            Dataset events = file.root()
                    .createDataset(
                            "events",
                            List.of(
                                    new Event(1, new float[] {1, 2, 3}, matrix, "grün"),
                                    new Event(2, new float[] {4, 5, 6}, matrix, "b")),
                            options);
            events.putAttributes(attributes);
            file.root()
                    .createDataset(
                            "half",
                            new double[] {0.5, 2},
                            DatasetOptions.defaults().withType(Types.floatingPoint(2)));
        }
        Installed.checkWithH5py(H5PY, path);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Event[] last = file.dataset("/events").read(Selection.of("2:"), Event[].class);
            assertThat(last[0].v()).containsExactly(7, 8, 9);
            assertThat(last[0].m()[1]).containsExactly(7, 8);
            assertThat(last[0].name()).isEqualTo("python");
            assertThat(file.check().isSound()).isTrue();
        }
    }

    @Test
    void timesOfPyTables() throws IOException, InterruptedException {
        Path path = folder.resolve("times.h5");
        assumeTrue(Installed.pythonWithH5py().run("-c", "import tables").status() == 0, "no PyTables");
        Installed.checkWithH5py(TABLE, path);
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset table = file.dataset("/table");
            assertThat(table.readRecords(Row.class))
                    .containsExactly(
                            new Row(1, Instant.ofEpochMilli(-1250), Instant.ofEpochSecond(-3)),
                            new Row(2, Instant.ofEpochMilli(1_500_000_000_250L), Instant.ofEpochSecond(86_400)));
            table.append(List.of(new Row(3, Instant.ofEpochMilli(-500), Instant.ofEpochSecond(60))));
            Dataset times = file.dataset("/times");
            assertThat(times.read(Instant[].class))
                    .containsExactly(Instant.ofEpochMilli(500), Instant.ofEpochSecond(2));
            times.write(Selection.index(1), Instant.ofEpochMilli(3750));
        }
        Installed.checkWithH5py(APPENDED, path);
    }
}
