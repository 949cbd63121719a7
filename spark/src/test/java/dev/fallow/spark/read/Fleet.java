package dev.fallow.spark.read;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that Fallow makes, which are like each other. */
final class Fleet {
    static final int EVENTS = 30;
    static final int ROWS = 12;
    static final int COLUMNS = 10;

    private Fleet() {}

    /** A number of files in a folder. */
    static Path make(Path folder, int count) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < count; i++) {
            makeOne(folder.resolve("run%04d.h5".formatted(i)), i);
        }
        return folder;
    }

    static void makeOne(Path path, int run) {
        try (ContainerFile file = ContainerFile.create(path)) {
            DatasetOptions chunks =
                    DatasetOptions.defaults().withChunks(8).withFilters(Filters.shuffle(), Filters.deflate(1));
            Group events = file.root().createGroup("events");
            events.createDataset("id", ids(run), chunks);
            events.createDataset("energy", energies(run), chunks);
            events.createDataset("name", names(run), DatasetOptions.defaults().withChunks(16));
            file.root()
                    .createDataset(
                            "image",
                            image(run),
                            DatasetOptions.defaults().withChunks(5, 4).withFilters(Filters.deflate(1)));
        }
    }

    static long[] ids(int run) {
        long[] ids = new long[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            ids[i] = run * 1_000L + i;
        }
        return ids;
    }

    static double[] energies(int run) {
        double[] energies = new double[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            energies[i] = run + i / 64.0;
        }
        return energies;
    }

    static String[] names(int run) {
        String[] names = new String[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            names[i] = "event " + run + "/" + i;
        }
        return names;
    }

    static float[][] image(int run) {
        float[][] image = new float[ROWS][COLUMNS];
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                image[i][j] = run * 1_000 + i * COLUMNS + j;
            }
        }
        return image;
    }
}
