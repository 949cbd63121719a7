package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.interop.Installed.Outcome;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * netCDF opens a file for writing only if all of its groups track creation order. Those that Fallow creates do so where their
 * parents do.
 */
class NetcdfTest {
    private static final String CREATES = """
            import sys, netCDF4
            with netCDF4.Dataset(sys.argv[1], 'w') as f:
                f.createDimension('n', 3)
                f.createVariable('v', 'i4', ('n',))[:] = [1, 2, 3]
                f.createGroup('theirs')
            print('as expected')
            """;

    private static final String APPENDS = """
            import sys, netCDF4
            with netCDF4.Dataset(sys.argv[1], 'a') as f:
                assert list(f['ours/deep'].variables) == ['data', 'more'], f['ours/deep']
                assert f['ours/deep/data'][:].tolist() == [1.5, 2.5]
                assert f['ours/deep/data'].getncattr('unit') == 'm'
                f['ours/deep/data'].setncattr('by', 'netCDF')
                f['ours/deep/data'][:] = [3.5, 4.5]
                f['ours/deep'].createDimension('k', 2)
                f['ours/deep'].createVariable('new', 'f4', ('k',))[:] = [5, 6]
                f['ours'].createGroup('inside').setncattr('a', 1)
                f.createVariable('last', 'i2', ('n',))[:] = [7, 8, 9]
            with netCDF4.Dataset(sys.argv[1], 'r') as f:
                assert f['ours/deep/new'][:].tolist() == [5, 6]
                assert f['ours/deep/data'][:].tolist() == [3.5, 4.5]
            print('as expected')
            """;

    @TempDir
    private Path folder;

    private static void edit(Path path) {
        try (ContainerFile file = ContainerFile.open(path)) {
            Group deep = file.root().createGroups("ours/deep");
            Dataset data = deep.createDataset(
                    "data",
                    new double[] {1.5, 2.5},
                    DatasetOptions.defaults().withChunks(2).withMaxDimensions(2));
            data.createAttribute("unit", "m");
            deep.createDataset("more", 1);
            assertThat(file.group("ours").options().creationOrder()).isEqualTo(CreationOrder.INDEXED);
        }
    }

    @Test
    void netcdfAppendsToWhatFallowHasEdited() throws IOException, InterruptedException {
        Installed python = Installed.pythonWithH5py();
        assumeTrue(python.run("-c", "import netCDF4").status() == 0, "no netCDF4 in the Python");
        Path path = folder.resolve("edited.nc");
        assertThat(python.run("-c", CREATES, path.toString()).output().strip()).isEqualTo("as expected");
        edit(path);
        Outcome outcome = python.run("-c", APPENDS, path.toString());
        assertThat(outcome.output().strip()).isEqualTo("as expected");
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("ours/deep/new").read(double[].class)).containsExactly(5, 6);
            assertThat(file.dataset("last").read(int[].class)).containsExactly(7, 8, 9);
            assertThat(file.group("ours/inside").attributeNames()).contains("a");
            assertThat(file.space().findings()).isEmpty();
        }
    }

    /** libhdf5 finds the links and attributes in the order in which they were created. */
    @Test
    @NeedsReference
    void libhdf5ReadsTheOrder() {
        Path path = folder.resolve("order.h5");
        ReferenceOptions tracking = ReferenceOptions.defaults().trackCreationOrder(true);
        try (ReferenceFile file = ReferenceFile.create(path, tracking)) {
            file.createGroup("/theirs");
        }
        edit(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("ours").createGroup("b");
            file.group("ours").createGroup("a");
            file.dataset("ours/deep/data").createAttribute("about", 1);
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.linksByAge("/ours")).containsExactly("deep", "b", "a");
            assertThat(file.linksByAge("/ours/deep")).containsExactly("data", "more");
            assertThat(file.attributes("/ours/deep/data").namesByAge()).containsExactly("unit", "about");
            assertThat(file.attributes("/ours/deep").namesByAge()).isEmpty();
            assertThat(file.attributes("/ours/deep/more").namesByAge()).isEmpty();
            file.createGroup("/ours/deep/added");
            assertThat(file.linksByAge("/ours/deep")).containsExactly("data", "more", "added");
        }
    }
}
