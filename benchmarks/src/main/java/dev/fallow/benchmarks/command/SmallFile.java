package dev.fallow.benchmarks.command;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** A file like many: groups of datasets, some chunked and compressed, with an attribute each; one has been deleted. */
final class SmallFile {
    private static final int GROUPS = 6;
    private static final int DATASETS = 4;

    private SmallFile() {}

    static void write(Path file) {
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < GROUPS; i++) {
                Group group = container.root().createGroup("run" + i);
                for (int j = 0; j < DATASETS; j++) {
                    DatasetOptions options = DatasetOptions.defaults().withChunks(10, 10);
                    Dataset dataset = group.createDataset(
                            "d" + j,
                            new int[100][10],
                            j % 2 == 0 ? options : options.withFilters(Filters.shuffle(), Filters.deflate(4)));
                    dataset.createAttribute("units", "m");
                }
            }
            container.delete("/run0/d0");
            container.delete("/run2");
        }
    }
}
