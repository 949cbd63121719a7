package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import java.nio.file.Path;

/** A file of netCDF-4. */
final class NetCdf {
    private NetCdf() {}

    public static void main(String[] arguments) throws Exception {
        // tag::edit[]
        try (ContainerFile file = ContainerFile.open(Path.of("netcdf4.nc"))) {
            Dataset temperature = file.dataset("/t");
            System.out.println(temperature.attributeValues().keySet());
            float[][] all = temperature.read(float[][].class);
            all[0][0] = 280;
            temperature.write(all);
            temperature.putAttribute("comment", "calibrated");
        }
        // end::edit[]
    }
}
