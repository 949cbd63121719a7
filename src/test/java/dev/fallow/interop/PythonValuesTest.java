package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.interop.Installed.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installed h5py reads values of Java types as the Python types that its users expect, and the reverse. */
class PythonValuesTest {
    private static final String READS = """
            import sys, h5py, numpy
            with h5py.File(sys.argv[1], 'r') as f:
                assert f.attrs['name'] == 'text' and type(f.attrs['name']) is str, repr(f.attrs['name'])
                assert list(f.attrs['names']) == ['gr\\u00fc\\u00df', 'b'], repr(f.attrs['names'])
                info = h5py.check_string_dtype(f['strings'].dtype)
                assert info is not None and info.encoding == 'utf-8' and info.length is None, repr(info)
                assert [type(s) for s in f['strings'].asstr()[:]] == [str, str]
                assert list(f['strings'].asstr()[:]) == ['a', '\\u4e16\\u754c']
                assert f['scalar'].asstr()[()] == 'one'
                assert f['truth'].dtype == bool and list(f['truth'][:]) == [True, False]
                assert h5py.check_enum_dtype(f['kinds'].dtype) == {'FIRST': 0, 'SECOND': 1}
                assert list(f['kinds'][:]) == [1, 0]
                assert f['points'].dtype == numpy.dtype([('x', '<i4'), ('y', '<f8')]), f['points'].dtype
                assert f['points'][1].tolist() == (3, 4.5)
            print('as expected')
            """;

    private static final String WRITES = """
            import sys, h5py, numpy
            with h5py.File(sys.argv[1], 'w') as f:
                f.attrs['name'] = 'gr\\u00fc\\u00df'
                f.attrs['list'] = ['a', 'b']
                f['strings'] = ['x', 'gr\\u00fc\\u00df']
                f['points'] = numpy.array([(1, 2.5), (3, 4.5)], dtype=[('x', '<i2'), ('y', '>f4')])
                f['truth'] = numpy.array([True, False])
                f['half'] = numpy.array([0.5, 2], dtype='f2')
                f['time'] = numpy.array([0, 90])
                f['time'].attrs['units'] = 'minutes since 2020-01-01 00:00:00'
            print('as expected')
            """;

    enum Kind {
        FIRST,
        SECOND
    }

    record Point(int x, double y) {}

    @TempDir
    private Path folder;

    private static void run(String program, Path path) throws IOException, InterruptedException {
        Outcome outcome = Installed.pythonWithH5py().run("-c", program, path.toString());
        assertThat(outcome.output().strip()).isEqualTo("as expected");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void h5pyReadsStr() throws IOException, InterruptedException {
        Path path = folder.resolve("ours.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Group root = file.root();
            root.createAttribute("name", "text");
            root.createAttribute("names", List.of("grüß", "b"));
            root.createDataset("strings", new String[] {"a", "世界"});
            root.createDataset("scalar", "one");
            root.createDataset("truth", List.of(true, false));
            root.createDataset("kinds", List.of(Kind.SECOND, Kind.FIRST));
            root.createDataset("points", List.of(new Point(1, 2.5), new Point(3, 4.5)));
        }
        run(READS, path);
    }

    @Test
    void whatH5pyWroteAsJavaTypes() throws IOException, InterruptedException {
        Path path = folder.resolve("theirs.h5");
        run(WRITES, path);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.root().attributeValues()).containsEntry("name", "grüß");
            assertThat(file.root().attribute("list").read(String[].class)).containsExactly("a", "b");
            assertThat(file.dataset("strings").readStrings()).containsExactly("x", "grüß");
            assertThat(file.dataset("points").readRecords(Point.class))
                    .containsExactly(new Point(1, 2.5), new Point(3, 4.5));
            assertThat(file.dataset("truth").read(boolean[].class)).containsExactly(true, false);
            assertThat(file.dataset("half").readDoubles()).containsExactly(0.5, 2);
            assertThat(file.dataset("time").readInstants())
                    .containsExactly(Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2020-01-01T01:30:00Z"));
        }
    }
}
