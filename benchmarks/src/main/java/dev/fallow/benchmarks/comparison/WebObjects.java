package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.objects.ObjectStorage;
import dev.fallow.benchmarks.objects.PageCache;
import dev.fallow.benchmarks.objects.ParetoSizes;
import dev.fallow.benchmarks.objects.StorageKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The six tests of Iyengar, Jin and Challenger, section 3.1: figures 5 to 7. */
final class WebObjects implements Experiment {
    static final String NAME = "web-objects";

    private static final String PAGE_CACHE = "page-cache";
    private static final String FORCED = "forced-writes";
    private static final String COLD = "cold";
    private static final String DISK_SPACE = "disk-space";
    private static final int RUNS = 7;
    private static final int WARM_UP = 3_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "The tests of the paper on persistent storage allocation (figures 5 and 6) with its number of objects, 27,800 at"
                + " full scale, and its distribution of sizes, Pareto with exponent 1.28 and mean 3.7 KB. Wp: write each into"
                + " empty storage; Wn: write each again; R: read each by its name; Ik, Iv, Ie: go through all names, values,"
                + " entries. With writes forced there are fewer objects; cold, the page cache was dropped before each column."
                + " The storage is opened anew before each column, and what was not yet on the medium is written out. disk-space is figure 7: after each of seven cumulative runs"
                + " of all tests, each of which writes all objects twice, in new sizes.";
    }

    @Override
    public String remarks() {
        return """
                The paper's figures 5 and 6 have no numbers in its text; the tables above say who is ahead of whom there and here. *Page
                cache*: nothing waits for the medium, what is compared is system calls and entries of folders: one write for an
                entry and one for the pointer to it, against opening, writing and closing a file. Wn of `files` is not the cheap case
                that it is in the paper: a file that is cut off and written again seems to be written out by this file system at
                once (supposed, not measured). *Forced writes* depends on the medium: here it
                took from a fifth of a millisecond to eight to force a write, as the minute would have it (the ranges show it), more than
                lies between the contenders. What can be relied on is how often each waits (tests of the block store count its
                writes): a new object costs `table` two waits, entry and pointer, and `files` two, file and folder; one that is
                written again costs `table` three, with the header of the old entry, and `files` one. So no lead like the paper's is to be expected
                in Wp, and none in Wn. Reads are not forced, and those of a few hundred objects are over in milliseconds: no
                more than a hint.
                Headers apart cost a wait more, since content and header are then not beside each other. *Ik*: names
                are read from beginnings of entries in the page cache, while the paper's disk had to seek for each; *cold* it is as there.
                *Database*: the paper's was a server, H2 is called in the same program and has its rows one after the other in pages, so
                that it is the fastest in going through all of them; its space grows as the paper says. `mvstore` without forcing
                writes once a second, what it was given in between is in memory only; so its Wp is not to be held against that of
                stores which write at once. *disk-space*: the paper's PMFLF grows slightly, ours to twice: a table grows until its space
                is used up before it uses again what is free (2.4.1: the tail comes before larger blocks), then coalesces and grows by
                an eighth at least; and each run draws new sizes, so what is freed does not fit what comes.
                """;
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        return (group.equals(DISK_SPACE) ? ObjectClaims.ofSpace(numbers) : ObjectClaims.ofTests(numbers)).table();
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>(List.of(PAGE_CACHE, FORCED, DISK_SPACE));
        if (scale == Scale.FULL && PageCache.canBeDropped()) {
            tasks.add(COLD); // it slows down whatever else the machine does
        }
        return tasks;
    }

    private static int objects(String task, Scale scale) {
        boolean forced = task.equals(FORCED);
        return switch (scale) {
            case SMOKE -> forced ? 2 : 50;
            case QUICK -> forced ? 100 : task.equals(DISK_SPACE) ? 1_000 : 2_500;
            case FULL -> forced ? 500 : 27_800;
        };
    }

    @Override
    public void run(String task, Scale scale, Findings findings) {
        try (WorkingFolder folder = new WorkingFolder(NAME)) {
            boolean space = task.equals(DISK_SPACE);
            if (!space && scale != Scale.SMOKE) {
                // whoever comes first would be timed while its code is still being compiled
                for (StorageKind kind : StorageKind.named()) {
                    Path path = folder.path().resolve("warm-up-" + kind.label());
                    tests(
                            kind,
                            path,
                            PAGE_CACHE,
                            WARM_UP,
                            Scale.SMOKE,
                            (group, column, contender, metric, value) -> {});
                }
            }
            for (StorageKind kind : space ? StorageKind.ofFigure7() : StorageKind.named()) {
                Path path = folder.path().resolve(kind.label());
                int objects = objects(task, scale);
                if (space) {
                    diskSpace(kind, path, objects, scale == Scale.SMOKE ? 2 : RUNS, findings);
                } else {
                    tests(kind, path, task, objects, scale, findings);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private interface Test {
        long run() throws IOException;
    }

    private static void tests(StorageKind kind, Path path, String task, int objects, Scale scale, Findings findings)
            throws IOException {
        Contents first = new Contents(objects, ParetoSizes.IBM_SERVER, 1);
        Contents second = new Contents(objects, ParetoSizes.IBM_SERVER, 2);
        try (ObjectStorage storage = kind.create(path, task.equals(FORCED))) {
            Timing timing = new Timing(kind, storage, task, objects, scale, findings);
            timing.time("Wp", objects, () -> write(storage, first));
            timing.time("Wn", objects, () -> write(storage, second));
            timing.time("R", second.bytes(), () -> {
                long bytes = 0;
                for (int i : second.order()) {
                    bytes += storage.get(Contents.name(i)).length;
                }
                return bytes;
            });
            timing.time("Ik", objects, storage::names);
            timing.time("Iv", second.bytes(), storage::contents);
            timing.time("Ie", second.bytes() + second.nameBytes(), storage::entries);
        }
    }

    private static long write(ObjectStorage storage, Contents contents) throws IOException {
        for (int i : contents.order()) {
            storage.put(Contents.name(i), contents.of(i));
        }
        return contents.order().length;
    }

    private record Timing(
            StorageKind kind, ObjectStorage storage, String task, int objects, Scale scale, Findings findings) {
        void time(String column, long expected, Test test) throws IOException {
            storage.reopen();
            if (task.equals(COLD)) {
                WorkingFolder.dropPageCache();
            } else if (scale != Scale.SMOKE) {
                WorkingFolder.writeOut();
            }
            long start = System.nanoTime();
            long found = test.run();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (found != expected) {
                throw new IllegalStateException(kind + ", " + column + ": " + found + " in place of " + expected);
            }
            findings.add(task, column, kind.label(), Metric.OBJECTS_PER_SECOND, objects / seconds);
        }
    }

    private static void diskSpace(StorageKind kind, Path path, int objects, int runs, Findings findings)
            throws IOException {
        try (ObjectStorage storage = kind.create(path, false)) {
            for (int run = 1; run <= runs; run++) {
                write(storage, new Contents(objects, ParetoSizes.IBM_SERVER, 2 * run));
                write(storage, new Contents(objects, ParetoSizes.IBM_SERVER, 2 * run + 1));
                storage.reopen();
                findings.add(
                        DISK_SPACE,
                        Integer.toString(run),
                        kind.label(),
                        Metric.DISK_MEGABYTES,
                        storage.diskBytes() / 1e6);
            }
        }
    }

    /** Sizes and bytes of all objects, and an order to go through them; the same for whoever asks. */
    static final class Contents {
        private final int[] sizes;
        private final int[] order;
        private final byte[] noise = new byte[1 << 16];

        Contents(int objects, ParetoSizes distribution, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            sizes = new int[objects];
            order = new int[objects];
            for (int i = 0; i < objects; i++) {
                sizes[i] = distribution.draw(random);
                int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i;
            }
            for (int i = 0; i < noise.length; i++) {
                noise[i] = (byte) random.nextInt();
            }
        }

        static String name(int i) {
            return "/events/section-" + (10 + i % 37) + "/fragment-" + (10_000_000 + i) + ".html";
        }

        byte[] of(int i) {
            byte[] content = new byte[sizes[i]];
            for (int at = 0; at < content.length; at += noise.length) {
                System.arraycopy(noise, 0, content, at, Math.min(noise.length, content.length - at));
            }
            return content;
        }

        int[] order() {
            return order;
        }

        long bytes() {
            long bytes = 0;
            for (int size : sizes) {
                bytes += size;
            }
            return bytes;
        }

        long nameBytes() {
            return (long) sizes.length * name(0).length();
        }
    }
}
