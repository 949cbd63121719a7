package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** Chunks with filters. */
final class Compression {
    private Compression() {}

    public static void main(String[] arguments) throws Exception {
        // tag::write[]
        try (ContainerFile file = ContainerFile.create(Path.of("packed.h5"))) {
            Dataset small = file.root()
                    .createDataset(
                            "small",
                            Types.integer(4),
                            new long[] {1000, 100},
                            DatasetOptions.defaults()
                                    .withChunks(100, 100)
                                    .withFilters(Filters.shuffle(), Filters.deflate(4)));
            small.write(new int[1000][100]);
            Dataset plain = file.root().createDataset("plain", new int[1000][100]);
            // the same elements in other chunks, with another filter
            plain.copyTo(
                    file.root(),
                    "copy",
                    DatasetOptions.defaults().withChunks(50, 100).withFilters(Filters.lzf()));
        }
        // end::write[]
    }
}
