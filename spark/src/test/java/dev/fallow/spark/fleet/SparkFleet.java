package dev.fallow.spark.fleet;

import com.sun.management.OperatingSystemMXBean;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.spark.read.Hdf5Read;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The measurements of {@code benchmarks/results/fleet/spark.md}. No test: it is here because Spark is not on the class path of the
 * benchmarks. All times are CPU seconds of the process; the elapsed ones depend on what else the machine does.
 *
 * <pre>
 *   make FOLDER COUNT MB      files with an image of so many MB of floats, shuffled and deflated
 *   spark FOLDER              the sum of all elements with Spark, five times in a session
 *   loop FOLDER               the same with one thread, without Spark
 *   rows FOLDER               makes a file of 8 million rows of several kinds, and reads each column
 *   driver FOLDER COUNT       makes empty files; the memory of listing them and of the partitions
 * </pre>
 */
public final class SparkFleet {
    private static final int LAPS = 5;
    private static final int SIDE = 128;
    private static final int ROWS = 8_000_000;

    private SparkFleet() {}

    /** @param args as above */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        switch (args[0]) {
            case "make" -> make(folder, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "spark" -> spark(folder);
            case "loop" -> loop(folder);
            case "rows" -> rows(folder);
            case "driver" -> driver(folder, Integer.parseInt(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static CreateOptions unforced() {
        return CreateOptions.defaults().withDurability(Durability.AT_CLOSE);
    }

    private static void make(Path folder, int count, int megabytes) throws IOException {
        Files.createDirectories(folder);
        Random random = new Random(1);
        int rows = (megabytes << 20) / Float.BYTES / 1_024;
        float[] image = new float[rows * 1_024];
        double value = 0;
        for (int i = 0; i < image.length; i++) {
            value = 0.9 * value + random.nextGaussian();
            image[i] = Math.round(value * 64) / 64f;
        }
        for (int i = 0; i < count; i++) {
            try (ContainerFile file = ContainerFile.create(folder.resolve("run%05d.h5".formatted(i)), unforced())) {
                image[i % image.length] = i;
                file.root()
                        .createDataset(
                                "image",
                                Types.floatingPoint(4),
                                new long[] {rows, 1_024},
                                image,
                                DatasetOptions.defaults()
                                        .withChunks(SIDE, SIDE)
                                        .withFilters(Filters.shuffle(), Filters.deflate(1)));
            }
        }
    }

    private static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .getOrCreate();
    }

    /** A measurement. */
    private interface Task {
        Object run() throws IOException;
    }

    private static void measure(String name, long rows, Task task) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int lap = 0; lap < LAPS; lap++) {
            long cpu = system.getProcessCpuTime();
            long wall = System.nanoTime();
            Object result = task.run();
            double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
            System.out.printf(
                    "%-28s lap %d: %8.2f CPU s %8.2f s %8.1f CPU ns/row   %s%n",
                    name, lap, cpuSeconds, (System.nanoTime() - wall) / 1e9, cpuSeconds / rows * 1e9, result);
        }
    }

    private static void spark(Path folder) throws IOException {
        SparkSession spark = session();
        Dataset<Row> image =
                spark.read().format("hdf5").option("dataset", "image").load(folder.toString());
        long rows = image.count();
        measure("Spark, sum", rows, () -> image.agg(functions.sum("value")).head());
        measure("Spark, count", rows, image::count);
        measure(
                "Spark, i0 < 128",
                rows,
                () -> image.filter("i0 < 128").agg(functions.sum("value")).head());
        spark.stop();
    }

    private static void loop(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        long rows = files.size();
        try (ContainerFile file = ContainerFile.openReadOnly(files.get(0))) {
            rows *= file.dataset("image").dimensions()[0]
                    * file.dataset("image").dimensions()[1];
        }
        measure("loop of one thread, sum", rows, () -> {
            double sum = 0;
            for (Path path : files) {
                try (ContainerFile file = ContainerFile.open(
                        path,
                        dev.fallow.OpenOptions.defaults().withReadOnly(true).withFilterThreads(1))) {
                    for (float value : file.dataset("image").read(float[].class)) {
                        sum += value;
                    }
                }
            }
            return sum;
        });
    }

    /** A record, as a compound. */
    record Event(long id, double energy, int kind, float weight) {}

    private static void rows(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path path = folder.resolve("rows.h5");
        Files.deleteIfExists(path);
        try (ContainerFile file = ContainerFile.create(path, unforced())) {
            Group group = file.root().createGroup("table");
            DatasetOptions chunks = DatasetOptions.defaults().withChunks(100_000);
            double[] numbers = new double[ROWS];
            String[] names = new String[ROWS / 8];
            for (int i = 0; i < ROWS; i++) {
                numbers[i] = i;
                names[i / 8] = "name " + i % 1_000;
            }
            group.createDataset("number", numbers, chunks);
            Group texts = file.root().createGroup("texts");
            texts.createDataset("fixed", names, chunks.withStringLength(12));
            texts.createDataset("variable", names, chunks);
            Event[] events = new Event[ROWS / 8];
            for (int i = 0; i < events.length; i++) {
                events[i] = new Event(i, i, i % 10, i);
            }
            file.root().createDataset("events", events, chunks);
        }
        SparkSession spark = session();
        for (String[] each : new String[][] {
            {"table", "number", "sum(number)"},
            {"events", "4 members of a compound", "sum(id + energy + kind + weight)"},
            {"texts", "fixed strings", "sum(length(fixed))"},
            {"texts", "variable strings", "sum(length(variable))"}
        }) {
            Dataset<Row> rows =
                    spark.read().format("hdf5").option("dataset", each[0]).load(path.toString());
            measure(each[1], rows.count(), () -> rows.selectExpr(each[2]).head());
        }
        spark.stop();
    }

    private static void driver(Path folder, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Path sub = folder.resolve("part%03d".formatted(i / 1_000));
            if (i % 1_000 == 0) {
                Files.createDirectories(sub);
            }
            Path file = sub.resolve("run%06d.h5".formatted(i));
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
        }
        SparkSession spark = session();
        spark.range(10).count();
        long before = used();
        Hdf5Read read = Hdf5Read.of(new StructType().add("value", "double"), Map.of("path", folder.toString()));
        long listed = used();
        var partitions = read.scanBuilder().build().toBatch().planInputPartitions();
        long planned = used();
        System.out.printf(
                "%d files: %.1f MB for the listing, %.1f MB for %d partitions: %.0f bytes a file%n",
                count,
                (listed - before) / 1e6,
                (planned - listed) / 1e6,
                partitions.length,
                (planned - before) / (double) count);
        spark.stop();
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
