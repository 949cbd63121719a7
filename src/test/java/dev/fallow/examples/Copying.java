package dev.fallow.examples;

import dev.fallow.ContainerFile;
import java.nio.file.Path;

/** Objects in and between files. */
final class Copying {
    private Copying() {}

    public static void main(String[] arguments) throws Exception {
        // tag::copy[]
        try (ContainerFile from = ContainerFile.openReadOnly(Path.of("pytables.h5"));
                ContainerFile to = ContainerFile.create(Path.of("copied.h5"))) {
            from.root().copyTo(to.root(), "/table", "table"); // with attributes and everything below
            to.root().copy("table", "backup");
            to.root().createSoftLink("latest", "/table");
            to.root().createHardLink("same", "table");
        }
        // end::copy[]
    }
}
