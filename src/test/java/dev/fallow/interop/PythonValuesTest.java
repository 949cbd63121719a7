package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Attribute;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
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

    /** Strings that fill their null-terminated type; for each library that is installed. */
    private static final String WRITES_FULL_STRINGS = """
            import sys, h5py, numpy
            three = h5py.h5t.C_S1.copy()
            three.set_size(3)
            row = h5py.h5t.create(h5py.h5t.COMPOUND, 7)
            row.insert(b'name', 0, three)
            row.insert(b'id', 3, h5py.h5t.STD_I32LE)
            values = numpy.array([(b'abc', 1), (b'x', 2)], dtype=[('name', 'S3'), ('id', '<i4')])
            with h5py.File(sys.argv[1] + '/h5py.h5', 'w') as f:
                space = h5py.h5s.create_simple((2,))
                h5py.h5d.create(f.id, b'full', three, space).write(space, space, values['name'].copy(), three)
                h5py.h5d.create(f.id, b'rows', row, space).write(space, space, values, row)
                h5py.h5a.create(f['full'].id, b'full', three, space).write(values['name'].copy(), three)
            try:
                import netCDF4
                with netCDF4.Dataset(sys.argv[1] + '/netcdf.nc', 'w') as f:
                    f.createDimension('n', 4)
                    f.createVariable('c', 'S1', ('n',))[:] = numpy.array([b'a', b'b', b'', b'd'], dtype='S1')
            except ImportError:
                pass
            try:
                import tables
                with tables.open_file(sys.argv[1] + '/pytables.h5', 'w') as f:
                    f.create_table('/', 't', numpy.array([(b'abcd', 1), (b'x', 2)], dtype='S4,i4'))
                    f.create_array('/', 'a', numpy.array([b'abc', b'x']))
            except ImportError:
                pass
            try:
                import pandas, tables
                pandas.DataFrame({'s': ['abcd', 'x'], 'v': [1.5, 2.5]}).to_hdf(
                    sys.argv[1] + '/pandas.h5', key='t', format='table', data_columns=True)
            except ImportError:
                pass
            print('as expected')
            """;

    private static final String READS_FULL_STRINGS = """
            import os, sys, h5py
            def path(name):
                file = sys.argv[1] + '/' + name
                return file if os.path.exists(file) else None
            with h5py.File(path('h5py.h5'), 'r') as f:
                assert f['full'][:].tolist() == [b'abc', b'x'], f['full'][:]
                assert f['full'].attrs['full'].tolist() == [b'abc', b'x']
                assert f['rows'][:].tolist() == [(b'abc', 1), (b'x', 2)]
                assert f['full'].id.get_type().get_strpad() == h5py.h5t.STR_NULLTERM
            if path('netcdf.nc'):
                import netCDF4
                with netCDF4.Dataset(path('netcdf.nc'), 'r') as f:
                    f['c'].set_auto_mask(False)
                    assert f['c'][:].tolist() == [b'a', b'b', b'', b'd'], f['c'][:]
            if path('pytables.h5'):
                import tables
                with tables.open_file(path('pytables.h5'), 'r') as f:
                    assert f.root.t[:].tolist() == [(b'abcd', 1), (b'x', 2)]
                    assert f.root.a[:].tolist() == [b'abc', b'x']
            if path('pandas.h5'):
                import pandas
                assert pandas.read_hdf(path('pandas.h5'), 't')['s'].tolist() == ['abcd', 'x']
            print('as expected')
            """;

    enum Kind {
        FIRST,
        SECOND
    }

    record Point(int x, double y) {}

    @TempDir
    private Path folder;

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
        Installed.checkWithH5py(READS, path);
    }

    @Test
    void whatH5pyWroteAsJavaTypes() throws IOException, InterruptedException {
        Path path = folder.resolve("theirs.h5");
        Installed.checkWithH5py(WRITES, path);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.root().attributeValues()).containsEntry("name", "grüß");
            assertThat(file.root().attribute("list").read(String[].class)).containsExactly("a", "b");
            assertThat(file.dataset("strings").read(String[].class)).containsExactly("x", "grüß");
            assertThat(file.dataset("points").readRecords(Point.class))
                    .containsExactly(new Point(1, 2.5), new Point(3, 4.5));
            assertThat(file.dataset("truth").read(boolean[].class)).containsExactly(true, false);
            assertThat(file.dataset("half").read(double[].class)).containsExactly(0.5, 2);
            assertThat(file.dataset("time").read(Instant[].class))
                    .containsExactly(Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2020-01-01T01:30:00Z"));
        }
    }

    /** As h5py, netCDF4, PyTables and pandas have written them. */
    @Test
    void fullStringsAreWrittenBack() throws IOException, InterruptedException {
        Installed.checkWithH5py(WRITES_FULL_STRINGS, folder);
        List<Path> written;
        try (Stream<Path> files = Files.list(folder)) {
            written = files.toList();
        }
        int datasets = 0;
        for (Path path : written) {
            try (ContainerFile file = ContainerFile.open(path)) {
                for (Entry entry : file.root().listRecursively()) {
                    if (entry.kind() == ObjectKind.DATASET) {
                        Dataset dataset = file.dataset(entry.path());
                        dataset.write(dataset.read());
                        dataset.attributeNames().forEach(name -> putBack(dataset, dataset.attribute(name)));
                        datasets++;
                    }
                }
            }
        }
        assertThat(datasets).isGreaterThanOrEqualTo(2);
        Installed.checkWithH5py(READS_FULL_STRINGS, folder);
    }

    private static void putBack(Dataset dataset, Attribute attribute) {
        dataset.putAttribute(attribute.name(), attribute.datatype(), attribute.dimensions(), attribute.read());
    }
}
