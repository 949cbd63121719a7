package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file as h5py writes it by default, of which half was deleted. */
final class OldFile {
    private OldFile() {}

    public static void main(String[] arguments) throws Exception {
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        try (ContainerFile file = ContainerFile.create(Path.of("runs.h5"), options)) {
            for (int n = 0; n < 40; n++) {
                file.root().createDataset("run" + n, new double[500 + 50 * (n % 7)]);
            }
        }
        for (int n = 0; n < 40; n += 2) { // each deletion in a session of its own, whose free space is not stored
            try (ContainerFile file = ContainerFile.open(Path.of("runs.h5"))) {
                file.delete("/run" + n);
            }
        }
        Files.copy(Path.of("runs.h5"), Path.of("archive.h5"));
    }
}
