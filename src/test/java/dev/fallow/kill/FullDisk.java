package dev.fallow.kill;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.filter.Filters;
import dev.fallow.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A program that edits a chunked dataset where there is too little room for some of the edits, and goes on after they
 * have failed.
 */
final class FullDisk {
    /** The largest permitted length of a file. */
    static final int KILOBYTES = 44;

    private static final int ROWS = 4_000;
    private static final int ADDED = 1_000;
    private static final int CHUNK = 300;

    private FullDisk() {}

    /** Starts the program in a separate JVM. */
    static Process start(Path file, String format, String... before) throws IOException {
        List<String> command = Writer.java(before);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-ea",
                "-cp",
                Writer.classPath(),
                FullDisk.class.getName(),
                file.toString(),
                format));
        return ChildProcess.start(command);
    }

    /** Returns the elements that the dataset has in the end. */
    static int[] expected() {
        int[] expected = Arrays.copyOf(numbers(1, ROWS), ROWS + ADDED);
        System.arraycopy(numbers(2, ADDED), 0, expected, ROWS, ADDED);
        return expected;
    }

    /** Numbers that no filter can compress. */
    private static int[] numbers(int seed, int count) {
        return new SplittableRandom(seed).ints(count).toArray();
    }

    /** Reports each step; a message that the test does not expect is that of a failure. */
    public static void main(String[] arguments) {
        CreateOptions options = CreateOptions.defaults()
                .withFormat(FileFormat.valueOf(arguments[1]))
                .withPersistFreeSpace(true);
        try (ContainerFile container = ContainerFile.create(Path.of(arguments[0]), options)) {
            Dataset rows = container
                    .root()
                    .createDataset(
                            "rows",
                            numbers(1, ROWS),
                            DatasetOptions.defaults()
                                    .withChunks(CHUNK)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED)
                                    .withFilters(Filters.deflate(6), Filters.fletcher32()));
            container.root().createDataset("ballast", numbers(3, ROWS));
            container.flush();
            fail("append", rows, () -> rows.append(numbers(4, 20 * ROWS)));
            long[] start = {10};
            long[] size = {ROWS - 10};
            fail("write", rows, () -> rows.write(Selection.block(start, size), numbers(5, ROWS - 10)));
            container.delete("/ballast");
            container.flush();
            rows.append(numbers(2, ADDED));
            container.flush();
            System.out.println("went on");
        } catch (RuntimeException | AssertionError e) {
            System.out.println(e);
        }
        System.out.println("closed");
    }

    private static void fail(String what, Dataset rows, Runnable edit) {
        try {
            edit.run();
        } catch (StorageException full) {
            System.out.println(what + (isAsBefore(rows) ? " failed" : " failed half-way"));
            return;
        }
        System.out.println(what + " succeeded");
    }

    private static boolean isAsBefore(Dataset rows) {
        return rows.dimensions()[0] == ROWS && Arrays.equals((int[]) rows.read(), numbers(1, ROWS));
    }
}
