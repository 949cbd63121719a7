package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkPolicy;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of which much was deleted. */
final class Shrinking {
    private Shrinking() {}

    public static void main(String[] arguments) throws Exception {
        try (ContainerFile file = ContainerFile.create(Path.of("big.h5"))) {
            for (int n = 0; n < 40; n++) {
                file.root().createDataset("run" + n, new double[100 * (n + 1)]);
            }
            for (int n = 0; n < 40; n += 2) {
                file.delete("/run" + n);
            }
        }
        Files.copy(Path.of("big.h5"), Path.of("policy.h5"));
        // tag::policy[]
        OpenOptions options = OpenOptions.defaults().withShrinking(new ShrinkPolicy(1.05, 1 << 20));
        try (ContainerFile file = ContainerFile.open(Path.of("policy.h5"), options)) {
            file.delete("/run1");
        }
        // end::policy[]
    }
}
