package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** What programs with JHDF5 do. */
final class FromJhdf5 {
    private FromJhdf5() {}

    public static void main(String[] arguments) throws Exception {
        // tag::write[]
        try (ContainerFile file = ContainerFile.create(Path.of("jhdf5.h5"))) {
            file.root().createGroups("run/raw");
            file.root().createDataset("run/raw/matrix", new double[20][30]);
            file.root().createDataset("run/title", "first");
            file.root()
                    .createDataset(
                            "run/blocks",
                            Types.integer(4),
                            new long[] {100},
                            DatasetOptions.defaults().withChunks(10).withFilters(Filters.deflate(6)));
            file.dataset("/run/blocks").write(Selection.block(new long[] {20}, new long[] {10}), new int[10]);
        }
        // end::write[]
    }
}
