package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import java.nio.file.Path;

/** Strings of both kinds. */
final class Strings {
    private Strings() {}

    public static void main(String[] arguments) throws Exception {
        // tag::strings[]
        try (ContainerFile file = ContainerFile.create(Path.of("strings.h5"))) {
            Group root = file.root();
            root.createDataset("names", new String[] {"Ada", "Zoë"}); // of any length, UTF-8: str in h5py
            root.createDataset(
                    "codes",
                    new String[] {"A1", "B2"},
                    DatasetOptions.defaults().withStringLength(4));
            root.createAttribute("title", "Two kinds of strings");
            String[] names = file.dataset("/names").read(String[].class);
            System.out.println(String.join(", ", names));
        }
        // end::strings[]
    }
}
