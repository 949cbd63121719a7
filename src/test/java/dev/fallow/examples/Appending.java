package dev.fallow.examples;

import dev.fallow.Appender;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import java.nio.file.Path;

/** Rows at the end. */
final class Appending {
    private Appending() {}

    public static void main(String[] arguments) throws Exception {
        // tag::append[]
        try (ContainerFile file = ContainerFile.create(Path.of("rows.h5"))) {
            Dataset rows = file.root()
                    .createDataset(
                            "rows",
                            Types.floatingPoint(4),
                            new long[] {0, 3},
                            DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED, 3));
            rows.append(new float[][] {{1, 2, 3}, {4, 5, 6}}); // written at once
            try (Appender appender = rows.appender()) {
                for (int n = 0; n < 100_000; n++) {
                    appender.append(new float[] {n, n, n}); // collected, and written in whole chunks
                }
            }
        }
        // end::append[]
    }
}
