package dev.fallow.examples;

import dev.fallow.*;
import java.nio.file.Path;

/** The ten lines of the front page. */
final class FirstLines {
    private FirstLines() {}

    public static void main(String[] arguments) throws Exception {
        // tag::lines[]
        try (ContainerFile file = ContainerFile.create(Path.of("run.h5"))) {
            Group run = file.root().createGroup("run1");
            run.createAttribute("temperature", 20.5);
            run.createDataset("image", new double[480][640]);
        }
        try (ContainerFile file = ContainerFile.open(Path.of("run.h5"))) {
            double[][] image = file.dataset("/run1/image").read(double[][].class);
            file.delete("/run1/image");
            file.flush(); // committed: its space is free
            file.root().createDataset("smaller", new float[480][640]); // ... and used again
        }
        // end::lines[]
    }
}
