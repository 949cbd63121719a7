package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.machine.PageCache;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.objects.ObjectStorage;
import dev.fallow.research.objects.ObjectStorageKind;
import dev.fallow.research.objects.ParetoSizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Replacements and reads in equilibrium, Iyengar, Jin and Challenger, section 3.2: tables 1 to 3. */
public final class ObjectReplacements implements Experiment {
    static final String NAME = "object-replacements";

    private static final String PAPER_FILES = "paper: file system";
    private static final String PAPER_BLOCKS = "paper: PMFLF";

    /** The two distributions of sizes, and the paper's numbers for them. */
    private enum Sizes {
        IBM_SERVER("IBM server", ParetoSizes.IBM_SERVER, 21.6, 55.6, 20.2, 96.9, 643, 370),
        DEC_PROXY("DEC proxy", ParetoSizes.DEC_PROXY, 18.5, 42.3, 15.6, 69.2, 1731, 1521);

        private final String label;
        private final ParetoSizes distribution;
        /** Table 1, table 2, table 3: file system and PMFLF. */
        private final double[][] paper;

        Sizes(
                String label,
                ParetoSizes distribution,
                double replacementsOfFiles,
                double replacements,
                double readsOfFiles,
                double reads,
                double megabytesOfFiles,
                double megabytes) {
            this.label = label;
            this.distribution = distribution;
            paper = new double[][] {
                {replacementsOfFiles, replacements}, {readsOfFiles, reads}, {megabytesOfFiles, megabytes}
            };
        }
    }

    /** The modes of writes and reads. */
    private enum Mode {
        PAGE_CACHE("page cache"),
        FORCED("forced writes"),
        COLD("cold"),
        /** Several times, the contenders in turns, with a tenth of the objects. */
        IN_TURNS("page cache, in turns");

        private final String label;

        Mode(String label) {
            this.label = label;
        }
    }

    /** The numbers of operations. */
    private record Amounts(int objects, int replacements, int reads) {}

    private static final String CPU_TIME = ", CPU time";
    private static final int REPEATS = 6;
    private static final Amounts WARM_UP = new Amounts(3_000, 3_000, 3_000);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        Metric metric = numbers.has(Metric.DISK_MEGABYTES) ? Metric.DISK_MEGABYTES : Metric.OBJECTS_PER_SECOND;
        String table =
                ObjectClaims.ofTable(numbers, metric, PAPER_FILES, PAPER_BLOCKS).table();
        String databases = ObjectClaims.besideDatabases(numbers, metric);
        return databases.isEmpty() ? table : table + "\n" + databases;
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (Sizes sizes : Sizes.values()) {
            for (Mode mode : Mode.values()) {
                // dropping the cache slows down everything else on the machine
                if (mode != Mode.COLD || scale == Scale.FULL && PageCache.canBeDropped()) {
                    tasks.add(sizes.name() + "/" + mode.name());
                }
            }
        }
        return tasks;
    }

    private static Amounts amounts(Mode mode, Scale scale) {
        return switch (scale) {
            case SMOKE -> mode == Mode.FORCED ? new Amounts(2, 1, 2) : new Amounts(50, 10, 20);
            case QUICK -> mode == Mode.FORCED ? new Amounts(100, 50, 100) : new Amounts(5_000, 1_000, 5_000);
            case FULL ->
                switch (mode) {
                    case PAGE_CACHE -> new Amounts(100_000, 20_000, 100_000);
                    case FORCED -> new Amounts(500, 500, 500);
                    case COLD -> new Amounts(100_000, 0, 3_000);
                    case IN_TURNS -> new Amounts(10_000, 2_000, 10_000);
                };
        };
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        String[] parts = task.split("/");
        Sizes sizes = Sizes.valueOf(parts[0]);
        Mode mode = Mode.valueOf(parts[1]);
        try {
            if (scale != Scale.SMOKE) {
                // otherwise the first kind would be timed while its code is being compiled
                for (ObjectStorageKind kind : kinds(mode)) {
                    try (WorkingFolder folder = new WorkingFolder(NAME)) {
                        Path path = folder.path().resolve("warm-up");
                        run(kind, path, sizes, Mode.PAGE_CACHE, WARM_UP, (table, column, row, metric, value) -> {});
                    }
                }
            }
            for (int repeat = 0; repeat < (mode == Mode.IN_TURNS && scale != Scale.SMOKE ? REPEATS : 1); repeat++) {
                for (ObjectStorageKind kind : kinds(mode)) {
                    try (WorkingFolder folder = new WorkingFolder(NAME)) {
                        run(kind, folder.path().resolve("objects"), sizes, mode, amounts(mode, scale), findings);
                    }
                }
                addPaper(sizes, mode, findings);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private static List<ObjectStorageKind> kinds(Mode mode) {
        return mode == Mode.IN_TURNS ? ObjectStorageKind.ofTablesInTurns() : ObjectStorageKind.ofTables();
    }

    /** The paper's numbers, as often as ours, so that ratios can be compared pair by pair. */
    private static void addPaper(Sizes sizes, Mode mode, ExperimentFindings findings) {
        for (int table = 0; table < 3; table++) {
            if (measures(mode, table)) {
                String group = group(table, mode);
                Metric metric = table == 2 ? Metric.DISK_MEGABYTES : Metric.OBJECTS_PER_SECOND;
                addPaper(group, sizes, table, metric, findings);
                if (mode == Mode.IN_TURNS && table != 2) {
                    addPaper(group + CPU_TIME, sizes, table, metric, findings);
                }
            }
        }
    }

    private static void addPaper(String group, Sizes sizes, int table, Metric metric, ExperimentFindings findings) {
        findings.add(group, sizes.label, PAPER_FILES, metric, sizes.paper[table][0]);
        findings.add(group, sizes.label, PAPER_BLOCKS, metric, sizes.paper[table][1]);
    }

    private static boolean measures(Mode mode, int table) {
        return switch (mode) {
            case PAGE_CACHE, IN_TURNS -> true;
            case FORCED -> table != 2;
            case COLD -> table == 1;
        };
    }

    private static String group(int table, Mode mode) {
        return switch (table) {
            case 0 -> "table 1, replacements, " + mode.label;
            case 1 -> "table 2, reads, " + mode.label;
            default -> mode == Mode.IN_TURNS ? "table 3, space, in turns" : "table 3, space";
        };
    }

    private static void run(
            ObjectStorageKind kind, Path path, Sizes sizes, Mode mode, Amounts amounts, ExperimentFindings findings)
            throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        int[] expected = new int[amounts.objects];
        String[] names = new String[amounts.objects];
        byte[] noise = new byte[16 << 20];
        for (int i = 0; i < noise.length; i += 8) {
            noise[i] = (byte) random.nextInt();
        }
        try (ObjectStorage storage = kind.create(path, mode == Mode.FORCED)) {
            for (int i = 0; i < amounts.objects; i++) {
                names[i] = WebObjects.Contents.name(i);
                expected[i] = sizes.distribution.draw(random);
                storage.put(names[i], Arrays.copyOf(noise, expected[i]));
            }
            if (amounts.objects > WARM_UP.objects) {
                WorkingFolder.writeOut();
            }
            Watch watch = new Watch(sizes, kind, mode, findings);
            for (int i = 0; i < amounts.replacements; i++) {
                int object = random.nextInt(amounts.objects);
                storage.remove(names[object]);
                names[object] = WebObjects.Contents.name(amounts.objects + i);
                expected[object] = sizes.distribution.draw(random);
                storage.put(names[object], Arrays.copyOf(noise, expected[object]));
            }
            if (amounts.replacements > 0) {
                watch.report(0, amounts.replacements);
            }
            storage.reopen();
            if (mode == Mode.COLD) {
                WorkingFolder.dropPageCache();
            } else if (amounts.objects > WARM_UP.objects) {
                WorkingFolder.writeOut();
            }
            watch = new Watch(sizes, kind, mode, findings);
            for (int i = 0; i < amounts.reads; i++) {
                int object = random.nextInt(amounts.objects);
                int found = storage.get(names[object]).length;
                if (found != expected[object]) {
                    throw new IllegalStateException(
                            kind + ", " + names[object] + ": " + found + " bytes, written " + expected[object]);
                }
            }
            watch.report(1, amounts.reads);
            if (measures(mode, 2)) {
                findings.add(
                        group(2, mode), sizes.label, kind.label(), Metric.DISK_MEGABYTES, storage.diskBytes() / 1e6);
            }
        }
    }

    /** Elapsed time, and in turns also the CPU time of the thread. */
    private static final class Watch {
        private final Sizes sizes;
        private final ObjectStorageKind kind;
        private final Mode mode;
        private final ExperimentFindings findings;
        private final long start = System.nanoTime();
        private final long startOfCpu = Searching.now();

        Watch(Sizes sizes, ObjectStorageKind kind, Mode mode, ExperimentFindings findings) {
            this.sizes = sizes;
            this.kind = kind;
            this.mode = mode;
            this.findings = findings;
        }

        void report(int table, int operations) {
            long cpu = Math.max(1, Searching.now() - startOfCpu);
            long elapsed = System.nanoTime() - start;
            add(group(table, mode), operations, elapsed);
            if (mode == Mode.IN_TURNS) {
                add(group(table, mode) + CPU_TIME, operations, cpu);
            }
        }

        private void add(String group, int operations, long nanos) {
            findings.add(group, sizes.label, kind.label(), Metric.OBJECTS_PER_SECOND, operations * 1e9 / nanos);
        }
    }
}
