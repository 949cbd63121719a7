package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Dimension;
import dev.fallow.Group;
import dev.fallow.StoredObject;
import dev.fallow.interop.Installed.Outcome;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installed h5py reads and changes the dimension scales of Fallow, and the reverse; netCDF4 and xarray read them, if they are installed. */
class DimensionScalesTest {
    private static final String READS = """
            import sys, h5py, numpy
            with h5py.File(sys.argv[1], 'r') as f:
                wind = f['wind']
                assert [d.label for d in wind.dims] == ['time', ''], [d.label for d in wind.dims]
                assert [[s.name for s in d.values()] for d in wind.dims] == [['/time'], ['/index', '/place']]
                assert wind.dims[0].keys() == ['the time'] and h5py.h5ds.is_scale(f['index'].id)
                assert h5py.h5ds.is_attached(wind.id, f['place'].id, 1)
                assert not h5py.h5ds.is_attached(wind.id, f['place'].id, 0)
            try:
                import netCDF4
                with netCDF4.Dataset(sys.argv[1]) as f:
                    assert f['wind'].dimensions == ('time', 'place'), f['wind'].dimensions
                import xarray
                with xarray.open_dataset(sys.argv[1], engine='netcdf4') as x:
                    assert x['wind'].dims == ('time', 'place') and list(x['place'].values) == [1, 2, 3]
            except ImportError:
                pass
            with h5py.File(sys.argv[1], 'a') as f:
                f['wind'].dims[1].detach_scale(f['index'])
                f['wind'].dims[1].label = 'where'
                f['other'] = numpy.zeros(3)
                f['other'].dims[0].attach_scale(f['place'])
            print('as expected')
            """;

    @TempDir
    private Path folder;

    @Test
    void scalesGoBothWays() throws IOException, InterruptedException {
        Installed python = Installed.pythonWithH5py();
        Path path = folder.resolve("scales.nc");
        try (ContainerFile file = ContainerFile.create(path)) {
            Group root = file.root();
            Dataset wind = root.createDataset("wind", new float[2][3]);
            Dataset time = root.createDataset("time", new double[] {0, 0.5});
            time.makeScale("the time");
            wind.dims().get(0).attach(time);
            wind.dims().get(0).setLabel("time");
            wind.dims().get(1).attach(root.createDataset("index", new int[3]));
            wind.dims().get(1).attach(root.createDataset("place", new int[] {1, 2, 3})); // netCDF takes the last one
        }
        Outcome outcome = python.run("-c", READS, path.toString());
        assertThat(outcome.output()).contains("as expected");
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset wind = file.dataset("/wind");
            assertThat(wind.dims()).extracting(Dimension::label).containsExactly("time", "where");
            assertThat(wind.dims().get(1).scales())
                    .extracting(StoredObject::path)
                    .containsExactly("/place");
            assertThat(file.dataset("other").dims().get(0).scales())
                    .extracting(StoredObject::path)
                    .containsExactly("/place");
            file.dataset("other").dims().get(0).detach(file.dataset("place"));
            wind.dims().get(1).detach(file.dataset("place"));
            assertThat(file.dataset("place").attributeNames()).containsExactly("CLASS", "NAME");
            assertThat(file.check().isSound()).isTrue();
        }
    }

    /** The release of libhdf5 that the tests have is older than the one of a recent h5py, and reads fewer versions of datatypes. */
    @Test
    @NeedsReference
    void anOlderLibraryReadsTheAttributesOfAScale() {
        Path path = folder.resolve("scales.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Dataset scale = file.root().createDataset("place", new int[] {1, 2, 3});
            file.root().createDataset("wind", new float[3]).dims().get(0).attach(scale);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.attributes("place").names()).containsExactlyInAnyOrder("CLASS", "NAME", "REFERENCE_LIST");
            assertThat(file.attributes("place").dimensions("REFERENCE_LIST")).containsExactly(1);
            assertThat(file.attributes("wind").names()).containsExactly("DIMENSION_LIST");
        }
    }
}
