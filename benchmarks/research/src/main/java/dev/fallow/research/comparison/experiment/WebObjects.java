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
import java.util.List;
import java.util.SplittableRandom;

/** The six tests of Iyengar, Jin and Challenger, section 3.1: figures 5 and 6. */
public final class WebObjects implements Experiment {
    static final String NAME = "web-objects";

    private static final String PAGE_CACHE = "page-cache";
    private static final String FORCED = "forced-writes";
    private static final String COLD = "cold";

    /** In the page cache, several times, the contenders in turns, with fewer objects; elapsed and CPU time. */
    private static final String IN_TURNS = "in-turns";

    private static final String IN_TURNS_CPU = IN_TURNS + ", CPU time";

    private static final int REPEATS = 6;
    private static final int WARM_UP = 3_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        return ObjectClaims.ofTests(numbers).table();
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>(List.of(PAGE_CACHE, FORCED, IN_TURNS));
        if (scale == Scale.FULL && PageCache.canBeDropped()) {
            tasks.add(COLD); // dropping the cache slows down everything else on the machine
        }
        return tasks;
    }

    private static int objects(String task, Scale scale) {
        boolean forced = task.equals(FORCED);
        return switch (scale) {
            case SMOKE -> forced ? 2 : 50;
            case QUICK -> forced ? 100 : 2_500;
            case FULL -> forced ? 500 : task.equals(IN_TURNS) ? 5_000 : 27_800;
        };
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        try (WorkingFolder folder = new WorkingFolder(NAME)) {
            if (scale != Scale.SMOKE) {
                // otherwise the first kind would be timed while its code is being compiled
                for (ObjectStorageKind kind : kinds(task)) {
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
            for (int repeat = 1; repeat <= repeats(task, scale); repeat++) {
                for (ObjectStorageKind kind : kinds(task)) {
                    Path path = folder.path().resolve(kind.label() + "-" + repeat);
                    tests(kind, path, task, objects(task, scale), scale, findings);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private static List<ObjectStorageKind> kinds(String task) {
        return task.equals(IN_TURNS) ? ObjectStorageKind.inTurns() : ObjectStorageKind.named();
    }

    private static int repeats(String task, Scale scale) {
        return task.equals(IN_TURNS) && scale != Scale.SMOKE ? REPEATS : 1;
    }

    private interface Test {
        long run() throws IOException;
    }

    private static void tests(
            ObjectStorageKind kind, Path path, String task, int objects, Scale scale, ExperimentFindings findings)
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

    static long write(ObjectStorage storage, Contents contents) throws IOException {
        for (int i : contents.order()) {
            storage.put(Contents.name(i), contents.of(i));
        }
        return contents.order().length;
    }

    private record Timing(
            ObjectStorageKind kind,
            ObjectStorage storage,
            String task,
            int objects,
            Scale scale,
            ExperimentFindings findings) {
        void time(String column, long expected, Test test) throws IOException {
            storage.reopen();
            if (task.equals(COLD)) {
                WorkingFolder.dropPageCache();
            } else if (scale != Scale.SMOKE) {
                WorkingFolder.writeOut();
            }
            long start = System.nanoTime();
            long startOfCpu = Searching.now();
            long found = test.run();
            double secondsOfCpu = Math.max(1, Searching.now() - startOfCpu) / 1e9;
            double seconds = (System.nanoTime() - start) / 1e9;
            if (found != expected) {
                throw new IllegalStateException(kind + ", " + column + ": found " + found + ", expected " + expected);
            }
            findings.add(task, column, kind.label(), Metric.OBJECTS_PER_SECOND, objects / seconds);
            if (task.equals(IN_TURNS)) {
                findings.add(IN_TURNS_CPU, column, kind.label(), Metric.OBJECTS_PER_SECOND, objects / secondsOfCpu);
            }
        }
    }

    /** Sizes and contents of all objects, and an order for iterating over them; the same for all contenders. */
    static final class Contents {
        private final int[] sizes;
        private final int[] order;
        private final byte[] noise = new byte[1 << 16];

        Contents(int objects, ParetoSizes distribution, long seed) {
            this(objects, distribution, seed, seed);
        }

        /** As the other constructor; the sizes depend on one seed, order and contents on another. */
        Contents(int objects, ParetoSizes distribution, long seedOfSizes, long seed) {
            SplittableRandom randomSize = new SplittableRandom(seedOfSizes);
            SplittableRandom random = new SplittableRandom(~seed);
            sizes = new int[objects];
            order = new int[objects];
            for (int i = 0; i < objects; i++) {
                sizes[i] = distribution.draw(randomSize);
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
