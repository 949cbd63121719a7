package dev.fallow.benchmarks.lookup;

import dev.fallow.Durability;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.report.WriteStatistics;
import dev.fallow.research.report.ReportCommandLines;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lookup}: files of many small objects, beside libhdf5 in the same JVM, in turn. */
@Command(
        name = "lookup",
        mixinStandardHelpOptions = true,
        description =
                "Opens, lists and reads files of many small objects with Fallow and with libhdf5, and commits after"
                        + " each few creations. Prints a table.")
public final class LookupCommand implements Callable<Integer> {
    private static final int REPEATED_OPENINGS = 3_000;
    private static final int CREATED_BETWEEN_COMMITS = 10;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--objects",
            defaultValue = "1000000",
            converter = WholeNumber.class,
            description = "Groups in the file that is opened and listed. Default: ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--datasets",
            defaultValue = "50000",
            converter = WholeNumber.class,
            description = "Datasets that are read in random order. Default: ${DEFAULT-VALUE}.")
    private int datasets;

    @Option(
            names = "--groups",
            defaultValue = "10000",
            converter = WholeNumber.class,
            description = "Groups that are created with a commit after each 10. Default: ${DEFAULT-VALUE}.")
    private int groups;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            converter = WholeNumber.class,
            description = "Rounds, after two that do not count. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            description = "The directory for the files. Default: the directory for temporary files.")
    private Path work = Path.of(System.getProperty("java.io.tmpdir"));

    /** Converts an option. */
    static final class WholeNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String argument) {
            return ReportCommandLines.wholeNumber(argument);
        }
    }

    /** A work to be measured. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory(work, "fallow-lookup");
        try {
            PrintWriter out = spec.commandLine().getOut();
            out.println("CPU seconds of the process; medians of " + rounds + " rounds, in turn in one JVM");
            out.println();
            out.println("| | Fallow | the other | Fallow / the other |");
            out.println("|---|---:|---:|---:|");
            read(folder, out);
            commits(folder, out);
            return 0;
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private void read(Path folder, PrintWriter out) throws IOException {
        ManyObjectsLibrary ours = new FallowObjects();
        ManyObjectsLibrary other = Hdf5Library.isForThisPlatform() ? new LibhdfObjects() : null;
        Random random = new Random(1);
        Path many = folder.resolve("groups.h5");
        FallowObjects.createGroups(many, objects);
        int[] numbers = random.ints(REPEATED_OPENINGS, 0, objects).toArray();
        String count = "%,d".formatted(objects);
        row(
                out,
                "%d times: opening a file of %s groups, the first lookup".formatted(REPEATED_OPENINGS, count),
                () -> Arrays.stream(numbers).forEach(number -> ours.openAndLookUp(many, number)),
                other == null
                        ? null
                        : () -> Arrays.stream(numbers).forEach(number -> other.openAndLookUp(many, number)));
        row(
                out,
                "listing the names of %s groups".formatted(count),
                () -> require(objects, ours.list(many)),
                other == null ? null : () -> require(objects, other.list(many)));
        Path small = folder.resolve("datasets.h5");
        FallowObjects.createDatasets(small, datasets);
        int[] order = random.ints(0, datasets).distinct().limit(datasets).toArray();
        long sum = (long) datasets * (datasets - 1);
        row(
                out,
                "reading %,d datasets and their attributes by path, random order".formatted(datasets),
                () -> require(sum, ours.read(small, order)),
                other == null ? null : () -> require(sum, other.read(small, order)));
    }

    private static void require(long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException("expected " + expected + ", found " + found);
        }
    }

    private void commits(Path folder, PrintWriter out) throws IOException {
        WriteStatistics[] forced = new WriteStatistics[1];
        row(
                out,
                "creating %,d groups, a commit after each %d; the other: never forced"
                        .formatted(groups, CREATED_BETWEEN_COMMITS),
                () -> forced[0] = commit(folder, Durability.EACH_COMMIT),
                () -> commit(folder, Durability.NEVER));
        out.println();
        out.printf(Locale.ROOT, "%,d bytes written per commit%n", forced[0].bytes() / forced[0].commits());
    }

    private WriteStatistics commit(Path folder, Durability durability) throws IOException {
        Path file = folder.resolve("commits.h5");
        Files.deleteIfExists(file);
        return FallowObjects.commit(file, groups, CREATED_BETWEEN_COMMITS, durability);
    }

    private void row(PrintWriter out, String what, Work ours, Work other) throws IOException {
        double[] one = new double[rounds];
        double[] two = new double[rounds];
        for (int round = -2; round < rounds; round++) {
            boolean counts = round >= 0;
            double first = seconds(ours);
            double second = other == null ? Double.NaN : seconds(other);
            if (counts) {
                one[round] = first;
                two[round] = second;
            }
        }
        double us = ReportNumbers.median(one);
        double them = ReportNumbers.median(two);
        out.printf(
                Locale.ROOT,
                other == null ? "| %s | %.4f | – | – |%n" : "| %s | %.4f | %.4f | **%.2f** |%n",
                what,
                us,
                them,
                us / them);
        out.flush();
    }

    private static double seconds(Work work) throws IOException {
        double before = cpuSeconds();
        work.run();
        return cpuSeconds() - before;
    }
}
