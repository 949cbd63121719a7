package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import java.nio.file.Path;

/** The first hour: a file is made. */
final class Tutorial {
    private Tutorial() {}

    public static void main(String[] arguments) throws Exception {
        // tag::create[]
        try (ContainerFile file = ContainerFile.create(Path.of("tour.h5"))) {
            for (int n = 0; n < 6; n++) {
                Group run = file.root().createGroup("run" + n);
                run.createAttribute("temperature", 20.5 + n);
                run.createDataset("image", new double[40][60 + 5 * n]);
            }
        }
        // end::create[]
    }
}
