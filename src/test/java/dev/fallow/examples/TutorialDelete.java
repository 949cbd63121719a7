package dev.fallow.examples;

import dev.fallow.ContainerFile;
import java.nio.file.Path;

/** The first hour, after the first look. */
final class TutorialDelete {
    private TutorialDelete() {}

    public static void main(String[] arguments) throws Exception {
        // tag::delete[]
        try (ContainerFile file = ContainerFile.open(Path.of("tour.h5"))) {
            for (int n = 0; n < 6; n += 2) {
                file.delete("/run" + n);
            }
        }
        // end::delete[]
    }
}
