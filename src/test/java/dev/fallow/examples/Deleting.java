package dev.fallow.examples;

import dev.fallow.ContainerFile;
import java.nio.file.Path;

/** Space that is used again. */
final class Deleting {
    private Deleting() {}

    public static void main(String[] arguments) throws Exception {
        // tag::delete[]
        try (ContainerFile file = ContainerFile.create(Path.of("reuse.h5"))) {
            for (int n = 0; n < 6; n++) {
                file.root().createDataset("old" + n, new double[1000]);
            }
        }
        try (ContainerFile file = ContainerFile.open(Path.of("reuse.h5"))) {
            file.delete("/old1");
            file.delete("/old3");
            file.flush(); // from here on their space can be used
            file.root().createDataset("new", new double[900]);
        }
        // end::delete[]
    }
}
