package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** What programs with h5py do. */
final class FromH5py {
    private FromH5py() {}

    public static void main(String[] arguments) throws Exception {
        // tag::java[]
        try (ContainerFile file = ContainerFile.create(Path.of("side.h5"))) {
            Group run = file.root().createGroups("runs/one");
            Dataset x = run.createDataset(
                    "x",
                    Types.floatingPoint(8),
                    new long[] {0, 8},
                    DatasetOptions.defaults()
                            .withChunks(1024, 8)
                            .withMaxDimensions(DatasetOptions.UNLIMITED, 8)
                            .withFilters(Filters.shuffle(), Filters.deflate(4)));
            x.createAttribute("unit", "m");
            x.append(new double[100][8]);
            double[][] part = x.read(Selection.block(new long[] {10, 0}, new long[] {10, 8}), double[][].class);
            file.move("/runs/one", "/runs/first");
            file.delete("/runs/first/x");
        }
        // end::java[]
    }
}
