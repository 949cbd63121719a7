package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Dimension;
import java.nio.file.Path;

/** Dimension scales: made, attached and followed. */
public final class Scales {
    private Scales() {}

    public static void main(String[] arguments) {
        // tag::write[]
        try (ContainerFile file = ContainerFile.create(Path.of("grid.h5"))) {
            Dataset time = file.root().createDataset("time", new double[] {0, 6, 12});
            Dataset level = file.root().createDataset("level", new double[] {1000, 500});
            time.makeScale("time");
            level.makeScale("level");
            Dataset field = file.root().createDataset("field", new float[3][2]);
            field.dims().get(0).attach(time);
            field.dims().get(1).attach(level);
            field.dims().get(1).setLabel("pressure");
        }
        // end::write[]
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("netcdf4.nc"))) {
            for (Dimension dimension : file.dataset("/t").dims()) {
                Dataset scale = dimension.scales().get(0);
                System.out.println(scale.name() + ": " + dimension.size() + " values");
            }
        }
        // end::read[]
    }
}
