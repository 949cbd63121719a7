package dev.fallow.interop;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import dev.fallow.container.session.NewFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes files of every kind with Fallow, including deletions, which leave free sections in the file and in fractal
 * heaps.
 */
final class OurFiles {
    private static final int LINKS = 60;
    private static final int ATTRIBUTES = 20;
    private static final int DATASETS = 8;

    private OurFiles() {}

    /** Returns both formats with each strategy, with and without persistent free space, and with three page sizes. */
    static List<NewFile> kinds() {
        return Stream.of(NewFile.persistent(), NewFile.forgetful())
                .flatMap(List::stream)
                .toList();
    }

    /** Writes one file of each kind. */
    static List<Path> write(Path folder) {
        List<Path> files = new ArrayList<>();
        for (NewFile kind : kinds()) {
            files.add(write(folder, kind));
        }
        return files;
    }

    /** Writes a file in three sessions. */
    static Path write(Path folder, NewFile kind) {
        Path path = folder.resolve(kind.toString().replaceAll("\\W+", "-") + ".h5");
        kind.create(path, true);
        try (ContainerFile file = ContainerFile.open(path)) {
            Group root = file.root();
            Group many = root.createGroup("many");
            for (int i = 0; i < LINKS; i++) {
                many.createGroup("a link with a long name " + i);
                many.createSoftLink("soft " + i, "/datasets");
            }
            for (int i = 0; i < ATTRIBUTES; i++) {
                many.createAttribute("attribute " + i, "text ".repeat(i));
            }
            Group datasets = root.createGroup("datasets");
            for (int i = 0; i < DATASETS; i++) {
                datasets.createDataset("long " + i, new double[200 + 130 * i]);
                datasets.createDataset(
                        "compact " + i,
                        new int[10 * i + 1],
                        DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
                datasets.createDataset("strings " + i, new String[] {"a", "b".repeat(40 * i)});
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < LINKS; i += 3) {
                file.delete("/many/a link with a long name " + i);
            }
            for (int i = 0; i < ATTRIBUTES; i += 3) {
                file.group("/many").deleteAttribute("attribute " + i);
            }
            for (int i = 0; i < DATASETS; i += 2) {
                file.delete("/datasets/long " + i);
                file.delete("/datasets/strings " + i);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().createDataset("last", new float[150]);
            file.delete("/datasets/compact 3");
        }
        return path;
    }
}
