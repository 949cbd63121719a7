package dev.fallow.examples;

import dev.fallow.Appender;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import java.nio.file.Path;

/** A program that may be killed at any time. */
final class Logger {
    private static double[] measure(int n) {
        return new double[] {n, n * 0.5};
    }

    private Logger() {}

    public static void main(String[] arguments) throws Exception {
        // tag::log[]
        Path path = Path.of("log.h5");
        try (ContainerFile file = ContainerFile.openOrCreate(path)) {
            Dataset log = file.root().exists("log")
                    ? file.dataset("/log")
                    : file.root()
                            .createDataset(
                                    "log",
                                    Types.floatingPoint(8),
                                    new long[] {0, 2},
                                    DatasetOptions.defaults()
                                            .withChunks(1024, 2)
                                            .withMaxDimensions(DatasetOptions.UNLIMITED, 2));
            try (Appender rows = log.appender()) {
                for (int n = 0; n < 5000; n++) {
                    rows.append(measure(n));
                    if (n % 1000 == 999) {
                        file.flush(); // a kill from here on loses none of the rows so far
                    }
                }
            }
        }
        // end::log[]
    }
}
