package dev.fallow.crash;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.OpenOptions;
import dev.fallow.RandomSession;
import dev.fallow.RandomSession.Expected;
import dev.fallow.SpaceReport;
import dev.fallow.internal.SessionOpener;
import dev.fallow.internal.commit.Barrier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A random session, recorded, with what was committed when; and the check that an image of a crash in it opens with what
 * was committed last, or with what was being committed, whole.
 */
public final class CrashRun {
    /** @param expected null: there is no container yet */
    private record Commit(int begun, int done, Expected expected) {}

    /** Two images that differ in this differ; that two that do not differ are one is as good as certain. */
    private record Seen(int container, int journal, Commit last) {}

    private record Overwrite(int event, String path) {}

    private final long seed;
    private final Set<Barrier> without;
    private final boolean persistent;
    private final RecordedMedium medium;
    private final List<Commit> commits = new ArrayList<>();
    private final List<Overwrite> overwrites = new ArrayList<>();
    private final Set<Seen> seen = new HashSet<>();
    private int images;
    private int recoveries;

    private CrashRun(long seed, RecordedMedium medium, Set<Barrier> without, boolean persistent) {
        this.seed = seed;
        this.medium = medium;
        this.without = without;
        this.persistent = persistent;
    }

    /** Creates a container, does some steps with commits between them, and closes it. */
    public static CrashRun creating(long seed, int steps, CreateOptions options, Set<Barrier> without) {
        CrashRun run = new CrashRun(seed, new RecordedMedium(Image.none()), without, options.persistFreeSpace());
        run.commits.add(new Commit(0, 0, null));
        try {
            ContainerFile container = new ContainerFile(SessionOpener.createIn(
                    run.medium.container(), run.medium.journal(), "seed " + seed, options, without, false));
            run.commits.add(new Commit(0, run.medium.count(), Expected.empty()));
            run.work(container, Expected.empty(), steps);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return run;
    }

    /** Goes on where this run ended. */
    public CrashRun reopening(int steps, OpenOptions options) {
        CrashRun run = new CrashRun(seed + 1_000_000, new RecordedMedium(medium.now()), without, persistent);
        Expected start = commits.get(commits.size() - 1).expected;
        run.commits.add(new Commit(0, 0, start));
        run.work(run.open(run.medium, options), start, steps);
        return run;
    }

    private ContainerFile open(RecordedMedium on, OpenOptions options) {
        return new ContainerFile(SessionOpener.openIn(on.container(), on.journal(), "seed " + seed, options, without));
    }

    private void work(ContainerFile container, Expected start, int steps) {
        Random random = new Random(seed);
        RandomSession session =
                new RandomSession(container, start, seed, path -> overwrites.add(new Overwrite(medium.count(), path)));
        for (int i = 0; i < steps; i++) {
            session.step();
            if (random.nextInt(6) == 0) {
                commit(session, container::flush);
            }
        }
        commit(session, container::close);
    }

    private void commit(RandomSession session, Runnable action) {
        int begun = medium.count();
        action.run();
        commits.add(new Commit(begun, medium.count(), session.expected()));
    }

    /** What was done. */
    public RecordedMedium medium() {
        return medium;
    }

    /** How many images were checked. */
    public int images() {
        return images;
    }

    /** In how many of them there was a commit to be finished. */
    public int recoveries() {
        return recoveries;
    }

    /** Checks every image; {@link CrashImages} says which there are. */
    public void checkAll(int tornStep, int sampled, boolean machine) {
        CrashImages all = new CrashImages(medium, seed, tornStep, sampled);
        all.killed(medium.count(), this::check);
        if (machine) {
            all.wentDown(medium.count(), this::check);
        }
    }

    /** Opens an image, looks whether it is what was committed, goes on working and commits again. */
    public void check(Image image, int events, String how) {
        if (!seen.add(
                new Seen(Arrays.hashCode(image.container()), Arrays.hashCode(image.journal()), committed(events)))) {
            return; // looked at before
        }
        images++;
        String where = "fallow.seed=" + seed + ", " + how;
        RecordedMedium on = new RecordedMedium(image);
        ContainerFile container;
        try {
            if (images % 4 == 0) {
                checkReading(image, events, where);
            }
            container = open(on, OpenOptions.edit());
        } catch (ContainerException e) {
            if (committed(events).expected == null) {
                return; // was being created
            }
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
        int opened = on.count();
        if (image.journal() != null && opened > 3) {
            recoveries++;
        }
        Expected found = compare(container, events, where);
        checkSpace(container, where);
        if (images % 8 == 0) {
            goOn(container, on, found, where);
        }
        if (images % 16 == 0) {
            crashAgain(on, opened, events, where);
        }
    }

    private void checkReading(Image image, int events, String where) {
        RecordedMedium on = new RecordedMedium(image);
        try (ContainerFile container = open(on, OpenOptions.reading())) {
            compare(container, events, where + ", read only");
            checkSpace(container, where + ", read only");
        }
        if (on.count() > 0) {
            throw new AssertionError(where + ": reading has written " + on.events());
        }
    }

    private void goOn(ContainerFile container, RecordedMedium on, Expected found, String where) {
        RandomSession session = new RandomSession(container, found, seed + images, path -> {});
        for (int i = 0; i < 3; i++) {
            session.step();
        }
        container.flush();
        checkSpace(container, where + ", gone on");
        session.step();
        container.close();
        if (on.now().journal() != null && on.events().stream().noneMatch(new RecordedMedium.Entry(false)::equals)) {
            throw new AssertionError(where + ": the journal was not removed");
        }
        RecordedMedium again = new RecordedMedium(new Image(on.now().container(), null));
        try (ContainerFile reopened = open(again, OpenOptions.reading())) {
            RandomSession.compare(reopened, session.expected(), Set.of(), where + ", gone on and closed");
            checkSpace(reopened, where + ", gone on and closed");
        }
    }

    /** A second crash while the first is being recovered from. */
    private void crashAgain(RecordedMedium on, int opened, int events, String where) {
        CrashImages again = new CrashImages(on, images, 512, 4);
        CrashImages.Check reopen = (image, any, how) -> {
            images++;
            RecordedMedium second = new RecordedMedium(image);
            try {
                ContainerFile container = open(second, OpenOptions.edit());
                compare(container, events, where + "; again " + how);
                checkSpace(container, where + "; again " + how);
            } catch (ContainerException e) {
                throw new AssertionError(where + "; again " + how + ": " + e.getMessage(), e);
            }
        };
        if (committed(events).expected != null) {
            again.killed(opened, reopen);
            again.wentDown(opened, reopen);
        }
    }

    private Commit committed(int events) {
        Commit last = null;
        for (Commit commit : commits) {
            if (commit.done <= events) {
                last = commit;
            }
        }
        return last;
    }

    private Commit inFlight(int events) {
        for (Commit commit : commits) {
            if (commit.begun <= events && commit.done > events) {
                return commit;
            }
        }
        return null;
    }

    private Expected compare(ContainerFile container, int events, String where) {
        Commit last = committed(events);
        Commit next = inFlight(events);
        if (last.expected != null) {
            Set<String> uncertain = new HashSet<>();
            for (Overwrite overwrite : overwrites) {
                if (overwrite.event >= last.done && overwrite.event <= events) {
                    uncertain.add(overwrite.path);
                }
            }
            try {
                RandomSession.compare(container, last.expected, uncertain, where);
                return certain(container, last.expected, uncertain);
            } catch (AssertionError | ContainerException e) {
                if (next == null) {
                    throw new AssertionError(where + ": the last commit is lost: " + e.getMessage(), e);
                }
            }
        }
        if (next == null) {
            throw new AssertionError(where + ": there is a container before it was created");
        }
        RandomSession.compare(container, next.expected, Set.of(), where + ", the commit in flight");
        return next.expected;
    }

    /** With the values of datasets that were being overwritten as they are. */
    private static Expected certain(ContainerFile container, Expected expected, Set<String> uncertain) {
        TreeMap<String, int[]> objects = new TreeMap<>(expected.objects());
        for (String path : uncertain) {
            if (objects.containsKey(path)) {
                objects.put(path, (int[]) ((Dataset) container.root().get(path)).read());
            }
        }
        return new Expected(objects, expected.attributes(), expected.nextName());
    }

    /** The bytes behind the end of allocation, that a crash may leave, are gone when the container is closed. */
    private void checkSpace(ContainerFile container, String where) {
        SpaceReport report = container.space();
        boolean sums = report.liveBytes() + report.freeBytes() + report.untrackedBytes() == report.fileBytes();
        long behind = Math.max(0, report.fileBytes() - container.allocatedBytes());
        long left = where.endsWith("closed") ? 0 : behind;
        if (!report.findings().isEmpty() || !sums || persistent && report.untrackedBytes() != left) {
            throw new AssertionError(where + ": the space does not add up: " + report);
        }
    }
}
