package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.objects.ObjectStorage;
import dev.fallow.benchmarks.objects.PageCache;
import dev.fallow.benchmarks.objects.ParetoSizes;
import dev.fallow.benchmarks.objects.StorageKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Replacements and reads in equilibrium, Iyengar, Jin and Challenger, section 3.2: tables 1 to 3. */
final class ObjectReplacements implements Experiment {
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

    /** How writes and reads are made. */
    private enum Mode {
        PAGE_CACHE("page cache"),
        FORCED("forced writes"),
        COLD("cold");

        private final String label;

        Mode(String label) {
            this.label = label;
        }
    }

    /** How much of each. */
    private record Amounts(int objects, int replacements, int reads) {}

    private static final Amounts WARM_UP = new Amounts(3_000, 3_000, 3_000);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "The equilibrium of the paper on persistent storage allocation (its tables 1 to 3), at full scale with its numbers:"
                + " 100,000 objects are written; then 20,000 times one chosen at random is deleted and a new one written; then"
                + " 100,000 chosen at random are read. Sizes are Pareto, exponent 1.28 and mean 3.7 KB (IBM server), and 0.91 and"
                + " 15.2 KB (DEC proxy), cut off at 16 MiB, the smallest size being what the mean demands. With writes forced"
                + " there are fewer of each; cold, the page cache was dropped before the reads, which are fewer too. The paper's"
                + " computer (600 MHz, 1999) wrote through no larger cache than its own; its rows are to be held against each"
                + " other, and their ratio against ours.";
    }

    @Override
    public String remarks() {
        return """
                `blocks` is what the paper measured: a block store whose program knows where its objects are; `table` has a
                persistent directory, too. *Replacements*: `blocks` makes two writes for one, one that marks the old block free and
                one with the new header and content, where `files` deletes a name, makes a name, and writes. That is the paper's reason.
                Forced, it is two waits against three (the folder of the old name, the new file, and its folder), on a medium whose
                waits differ from minute to minute. In the page cache the gain is far larger than the paper's: `blocks` waits for nothing
                and knows where everything is, while the file system has to free and make files that lie on the medium already (what of it
                takes so long was not measured).
                *Reads* are one access in an open file against opening and closing a file. The paper has a
                factor of nearly 5, since its disk looked up names and inodes as well; here those are in the page cache, which leaves
                the system calls; cold, ours is ahead with the small objects only, since with 15 KB the bytes
                count for more than the look-ups (supposed, not measured). *Space* of `files` is in whole blocks,
                half a block lost an object, which tells with 3.7 KB and hardly with 15.2 KB, as in the paper's table 3; that of
                `blocks` ends at the tail, which is taken before free blocks of other sizes are used, and may have up to an eighth to
                spare. `mvstore` without forcing writes once a second.
                """;
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        Metric metric = numbers.has(Metric.DISK_MEGABYTES) ? Metric.DISK_MEGABYTES : Metric.OBJECTS_PER_SECOND;
        return ObjectClaims.ofTable(numbers, metric, PAPER_FILES, PAPER_BLOCKS).table();
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (Sizes sizes : Sizes.values()) {
            for (Mode mode : Mode.values()) {
                // dropping the cache slows down whatever else the machine does
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
                };
        };
    }

    @Override
    public void run(String task, Scale scale, Findings findings) {
        String[] parts = task.split("/");
        Sizes sizes = Sizes.valueOf(parts[0]);
        Mode mode = Mode.valueOf(parts[1]);
        try {
            if (scale != Scale.SMOKE) {
                // whoever comes first would be timed while its code is still being compiled
                for (StorageKind kind : StorageKind.ofTables()) {
                    try (WorkingFolder folder = new WorkingFolder(NAME)) {
                        Path path = folder.path().resolve("warm-up");
                        run(kind, path, sizes, Mode.PAGE_CACHE, WARM_UP, (table, column, row, metric, value) -> {});
                    }
                }
            }
            for (StorageKind kind : StorageKind.ofTables()) {
                try (WorkingFolder folder = new WorkingFolder(NAME)) {
                    run(kind, folder.path().resolve("objects"), sizes, mode, amounts(mode, scale), findings);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
        for (int table = 0; table < 3; table++) {
            if (mode != Mode.COLD && table != 2 || mode == Mode.COLD && table == 1 || mode == Mode.PAGE_CACHE) {
                String group = group(table, mode);
                Metric metric = table == 2 ? Metric.DISK_MEGABYTES : Metric.OBJECTS_PER_SECOND;
                findings.add(group, sizes.label, PAPER_FILES, metric, sizes.paper[table][0]);
                findings.add(group, sizes.label, PAPER_BLOCKS, metric, sizes.paper[table][1]);
            }
        }
    }

    private static String group(int table, Mode mode) {
        return switch (table) {
            case 0 -> "table 1, replacements, " + mode.label;
            case 1 -> "table 2, reads, " + mode.label;
            default -> "table 3, space";
        };
    }

    private static void run(StorageKind kind, Path path, Sizes sizes, Mode mode, Amounts amounts, Findings findings)
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
            long start = System.nanoTime();
            for (int i = 0; i < amounts.replacements; i++) {
                int object = random.nextInt(amounts.objects);
                storage.remove(names[object]);
                names[object] = WebObjects.Contents.name(amounts.objects + i);
                expected[object] = sizes.distribution.draw(random);
                storage.put(names[object], Arrays.copyOf(noise, expected[object]));
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            if (amounts.replacements > 0) {
                findings.add(
                        group(0, mode),
                        sizes.label,
                        kind.label(),
                        Metric.OBJECTS_PER_SECOND,
                        amounts.replacements / seconds);
            }
            storage.reopen();
            if (mode == Mode.COLD) {
                WorkingFolder.dropPageCache();
            } else if (amounts.objects > WARM_UP.objects) {
                WorkingFolder.writeOut();
            }
            start = System.nanoTime();
            for (int i = 0; i < amounts.reads; i++) {
                int object = random.nextInt(amounts.objects);
                int found = storage.get(names[object]).length;
                if (found != expected[object]) {
                    throw new IllegalStateException(
                            kind + ", " + names[object] + ": " + found + " bytes, written " + expected[object]);
                }
            }
            seconds = (System.nanoTime() - start) / 1e9;
            findings.add(group(1, mode), sizes.label, kind.label(), Metric.OBJECTS_PER_SECOND, amounts.reads / seconds);
            if (mode == Mode.PAGE_CACHE) {
                findings.add(
                        group(2, mode), sizes.label, kind.label(), Metric.DISK_MEGABYTES, storage.diskBytes() / 1e6);
            }
        }
    }
}
