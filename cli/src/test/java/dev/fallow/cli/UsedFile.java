package dev.fallow.cli;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;

/** A file with bytes of most classes, which is the same each time. */
public final class UsedFile {
    /** The datasets in /runs. */
    public static final int RUNS = 12;

    private UsedFile() {}

    /** Writes the file. */
    public static void write(Path file) {
        write(file, FileFormat.LATEST);
    }

    /** Writes the file in a format. */
    public static void write(Path file, FileFormat format) {
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withFormat(format))) {
            Group runs = container.root().createGroup("runs");
            for (int i = 0; i < RUNS; i++) {
                runs.createDataset("run" + i, numbers(100 * (i + 1)));
            }
            Group images = container.root().createGroup("images");
            images.createDataset(
                    "raw",
                    FixedPoint.INT32,
                    new long[] {4_000},
                    DatasetOptions.defaults().withChunks(500));
            images.dataset("raw").write(numbers(4_000));
            images.createDataset(
                    "packed",
                    FixedPoint.INT32,
                    new long[] {4_000},
                    DatasetOptions.defaults().withChunks(500).withFilters(Filters.deflate(6)));
            images.dataset("packed").write(numbers(4_000));
            Group notes = container.root().createGroup("notes");
            notes.createDataset(
                    "small", new short[] {1, 2, 3}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            notes.createDataset("words", new String[] {"one", "two", "three"});
            notes.createDataset("lines", new String[] {"a line of a text", "another one"});
            for (int i = 0; i < RUNS; i++) {
                notes.createAttribute("attribute" + i, "value " + i);
            }
            notes.createHardLink("first", "/runs/run0");
            notes.createSoftLink("last", "/runs/run11");
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int i = 1; i < RUNS; i += 3) {
                container.delete("/runs/run" + i);
            }
        }
    }

    private static int[] numbers(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i / 7;
        }
        return numbers;
    }
}
