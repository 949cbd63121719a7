package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;
import java.util.Map;

/** Makes a file of netCDF-4. */
final class NetCdfMade {
    private NetCdfMade() {}

    public static void main(String[] arguments) throws Exception {
        // tag::make[]
        CreateOptions options = CreateOptions.defaults() // netCDF wants objects in the order in which they were made
                .withRootGroup(GroupOptions.defaults().withCreationOrder(CreationOrder.INDEXED));
        try (ContainerFile file = ContainerFile.create(Path.of("made.nc"), options)) {
            Group root = file.root();
            root.createAttribute("Conventions", "CF-1.8", 0);
            // the dimensions: a scale each, whose name is that of its dataset
            DatasetOptions growing = DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED);
            Dataset time = root.createDataset("time", Types.floatingPoint(8), new long[] {0}, growing);
            time.createAttribute("units", "hours since 2000-01-01 00:00:00", 0); // of fixed length: text of netCDF
            Dataset lat = root.createDataset("lat", new float[] {-45, 0, 45});
            lat.createAttribute("units", "degrees_north", 0);
            time.makeScale("time");
            lat.makeScale("lat");
            // a variable, packed into two bytes, which grows with the time
            Dataset t2m = root.createDataset(
                    "t2m",
                    Types.integer(2),
                    new long[] {0, 3},
                    DatasetOptions.defaults()
                            .withMaxDimensions(DatasetOptions.UNLIMITED, 3)
                            .withFilters(Filters.shuffle(), Filters.deflate(4))
                            .withFillValue((short) -32768));
            t2m.createAttribute("_FillValue", new short[] {-32768}); // of the variable's type
            t2m.putAttributes(Map.of("scale_factor", 0.01, "add_offset", 273.15));
            t2m.createAttribute("units", "K", 0);
            t2m.dims().get(0).attach(time);
            t2m.dims().get(1).attach(lat);
        }
        // end::make[]
        // tag::grow[]
        try (ContainerFile file = ContainerFile.open(Path.of("made.nc"))) {
            file.dataset("/time").append(new double[] {6, 12});
            file.dataset("/t2m").append(new short[][] {{100, 1500, -32768}, {120, 1480, 90}});
        }
        // end::grow[]
    }
}
