package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import java.nio.file.Path;

/** A file of pages with free sections, for the pages about space. */
final class Paged {
    private Paged() {}

    public static void main(String[] arguments) throws Exception {
        CreateOptions options =
                CreateOptions.defaults().withStrategy(FileSpaceStrategy.PAGE).withPersistFreeSpace(true);
        try (ContainerFile file = ContainerFile.create(Path.of("paged.h5"), options)) {
            for (int n = 0; n < 30; n++) {
                file.root().createDataset("large" + n, new double[300 * (n % 5 + 1)]);
            }
            for (int n = 0; n < 30; n += 4) {
                file.delete("/large" + n);
            }
        }
    }
}
