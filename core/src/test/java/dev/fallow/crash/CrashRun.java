package dev.fallow.crash;

import dev.fallow.ChunkedSteps;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Model;
import dev.fallow.Model.Node;
import dev.fallow.OpenOptions;
import dev.fallow.RandomSession;
import dev.fallow.ShrinkOptions;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A recorded random session with its commits; and the check that an image of a crash in it opens with the last commit
 * or the one in progress, complete.
 */
public final class CrashRun {
    /**
     * @param model null if there is no container yet
     * @param copies the model's copy of each object of the session
     */
    private record Commit(int begun, int done, Model model, Map<Node, Node> copies, int nextName) {
        static Commit of(int begun, int done, Model now, int nextName) {
            Map<Node, Node> copies = new IdentityHashMap<>();
            return new Commit(begun, done, now.snapshot(copies), copies, nextName);
        }
    }

    /** A fingerprint of an image; equal fingerprints mean equal images with near certainty. */
    private record Seen(int container, int journal, Commit last) {}

    private record Overwrite(int event, Node dataset) {}

    /** What an image that a crash left lacks. */
    public enum Lost {
        /** The container cannot be opened. */
        CONTAINER,
        /** The container opens, and does not have the last commit, nor the next one. */
        COMMIT,
        /** The accounts of space are wrong. */
        SPACE
    }

    /** An image does not have what was committed. */
    public static final class Loss extends AssertionError {
        private static final long serialVersionUID = 1;

        private final Lost lost;

        Loss(Lost lost, String message, Throwable cause) {
            super(message, cause);
            this.lost = lost;
        }

        public Lost lost() {
            return lost;
        }
    }

    private static final int PASS_BYTES = 10_000;

    private final long seed;
    /** Added to the seed for the random numbers of each session. */
    private final long session;

    private final Set<Barrier> without;
    private final boolean persistent;
    /** Whether half of the steps are on chunked datasets. */
    private final boolean chunked;

    private final RecordedMedium medium;
    private final List<Commit> commits = new ArrayList<>();
    private final List<Overwrite> overwrites = new ArrayList<>();
    private final Set<Seen> seen = new HashSet<>();
    private int images;
    private int recoveries;
    private int spills;

    private CrashRun(
            long seed, long session, RecordedMedium medium, Set<Barrier> without, boolean persistent, boolean chunked) {
        this.seed = seed;
        this.session = session;
        this.medium = medium;
        this.without = without;
        this.persistent = persistent;
        this.chunked = chunked;
    }

    /** Creates a container, executes some steps with commits between them, and closes it. */
    public static CrashRun creating(long seed, int steps, CreateOptions options, Set<Barrier> without) {
        return creating(seed, steps, options, without, false);
    }

    /**
     * As above.
     *
     * @param chunked whether half of the steps are on chunked datasets
     */
    public static CrashRun creating(
            long seed, int steps, CreateOptions options, Set<Barrier> without, boolean chunked) {
        CrashRun run = new CrashRun(
                seed,
                0,
                new RecordedMedium(Image.none(), without),
                without,
                options.persistFreeSpace() && options.space().strategy().tracks(),
                chunked);
        run.commits.add(new Commit(0, 0, null, Map.of(), 0));
        try {
            Session opened = ContainerCreator.createIn(
                    run.medium.container(), run.medium.journal(), "seed " + seed, options, false);
            Model model = new Model();
            run.commits.add(Commit.of(0, run.medium.count(), model, 0));
            run.work(opened, model, 0, steps, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return run;
    }

    /** Continues this run. */
    public CrashRun reopening(int steps, OpenOptions options) {
        return reopening(steps, options, null);
    }

    /** Continues this run, and shrinks the file after some of the commits. */
    public CrashRun shrinking(int steps, OpenOptions options) {
        return reopening(steps, options, new Random(seed));
    }

    private CrashRun reopening(int steps, OpenOptions options, Random shrinks) {
        CrashRun run = new CrashRun(
                seed, session + 1_000_000, new RecordedMedium(medium.now(), without), without, persistent, chunked);
        Commit last = commits.get(commits.size() - 1);
        Model start = last.model.snapshot(new IdentityHashMap<>());
        run.commits.add(Commit.of(0, 0, start, last.nextName));
        run.work(run.session(run.medium, options), start, last.nextName, steps, shrinks);
        return run;
    }

    private Session session(RecordedMedium on, OpenOptions options) {
        return ContainerOpener.openIn(on.container(), on.journal(), "seed " + seed, options);
    }

    private ContainerFile open(RecordedMedium on, OpenOptions options) {
        return Containers.of(session(on, options));
    }

    /** @param shrinks chooses after which commits the file is shrunk; null for none */
    private void work(Session opened, Model model, int firstName, int steps, Random shrinks) {
        ContainerFile container = Containers.of(opened);
        Random random = new Random(seed + this.session);
        RandomSession session = new RandomSession(
                container,
                model,
                seed + this.session,
                firstName,
                dataset -> overwrites.add(new Overwrite(medium.count(), dataset)));
        if (chunked) {
            session.withChunks();
        }
        for (int i = 0; i < steps; i++) {
            step(opened, model, session);
            if (random.nextInt(6) == 0) {
                commit(model, session, container::flush);
                if (shrinks != null && shrinks.nextBoolean()) {
                    ShrinkOptions inPasses = ShrinkOptions.defaults()
                            .withRatio(1)
                            .withPassBytes(PASS_BYTES + shrinks.nextInt(PASS_BYTES));
                    commit(model, session, () -> container.shrink(inPasses));
                }
            }
        }
        commit(model, session, container::close);
    }

    /** Executes a step, before which the session may make room in memory: it writes blocks, or commits what was done until then. */
    private void step(Session opened, Model model, RandomSession session) {
        int begun = medium.count();
        Commit before = Commit.of(begun, begun, model, session.nextName());
        long commitsBefore = opened.writeStatistics().commits();
        long writesBefore = opened.store().cache().writes();
        session.step();
        if (opened.writeStatistics().commits() > commitsBefore) {
            int done = medium.count();
            while (!isOfJournal(medium.events().get(done - 1))) {
                done--;
            }
            commits.add(new Commit(begun, done, before.model, before.copies, before.nextName));
            int first = done; // the elements were overwritten after the commit
            overwrites.replaceAll(
                    one -> new Overwrite(one.event < begun ? one.event : Math.max(one.event, first), one.dataset));
        } else if (opened.store().cache().writes() > writesBefore) {
            spills++;
        }
    }

    private static boolean isOfJournal(RecordedMedium.Event event) {
        return event instanceof RecordedMedium.Write write && write.file() == RecordedMedium.File.JOURNAL
                || event instanceof RecordedMedium.Force force && force.file() == RecordedMedium.File.JOURNAL;
    }

    /** The number of commits. */
    int commits() {
        return commits.size();
    }

    /** How often blocks were written between two commits. */
    int spills() {
        return spills;
    }

    private void commit(Model model, RandomSession session, Runnable action) {
        int begun = medium.count();
        action.run();
        commits.add(Commit.of(begun, medium.count(), model, session.nextName()));
    }

    /** The recorded medium. */
    public RecordedMedium medium() {
        return medium;
    }

    /** The number of images checked. */
    public int images() {
        return images;
    }

    /** The number of images with a commit to be recovered. */
    public int recoveries() {
        return recoveries;
    }

    /** Checks every image of {@link CrashImages}. */
    public void checkAll(int tornStep, int sampled, boolean machine) {
        checkAll(tornStep, sampled, machine, machine);
    }

    /**
     * As above.
     *
     * @param inARow whether the machine may go down while the recovery from a killed program writes; what that program had not
     *     forced can then be lost, too
     */
    void checkAll(int tornStep, int sampled, boolean machine, boolean inARow) {
        CrashImages all = new CrashImages(medium, seed + session, tornStep, sampled);
        all.killed(
                medium.count(),
                inARow
                        ? this::check
                        : (image, events, how) -> check(new Image(image.container(), image.journal()), events, how));
        if (machine) {
            all.wentDown(medium.count(), this::check);
        }
    }

    /** Opens an image, checks that it has a commit, continues editing and commits again. */
    public void check(Image image, int events, String how) {
        if (!seen.add(
                new Seen(Arrays.hashCode(image.container()), Arrays.hashCode(image.journal()), committed(events)))) {
            return; // already checked
        }
        images++;
        String where = Seeds.name(seed) + (session == 0 ? ", " : ", reopened, ") + how;
        RecordedMedium on = new RecordedMedium(image, without);
        ContainerFile container;
        try {
            if (images % 4 == 0) {
                checkReading(image, events, where);
            }
            container = open(on, OpenOptions.defaults());
        } catch (ContainerException e) {
            if (!isCreated(events)) {
                return;
            }
            throw new Loss(Lost.CONTAINER, where + ": " + e.getMessage(), e);
        }
        int opened = on.count();
        if (image.journal() != null && opened > 3) {
            recoveries++;
        }
        Commit found = compare(container, events, where);
        checkSpace(container, where, true);
        if (images % 8 == 0) {
            goOn(container, on, found, where);
        }
        if (images % 16 == 0) {
            crashAgain(on, opened, events, where);
        }
        if ((images % 16 == 8 || isRecordUnforced(image)) && image.journal() != null) {
            crashAgain(recovered(image), Integer.MAX_VALUE, events, where + "; recovered without being opened");
        }
    }

    /** Whether a program was killed when a record was in the journal, but not yet forced, or when the container was closed. */
    private static boolean isRecordUnforced(Image image) {
        return image.unforced() != null
                && (image.unforced().isPending(RecordedMedium.File.JOURNAL) || isClosed(image.container()));
    }

    private static boolean isClosed(byte[] container) {
        try {
            return FoundSuperblock.in(new MemoryStorage(container)).isClosed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkReading(Image image, int events, String where) {
        RecordedMedium on = new RecordedMedium(image, without);
        try (ContainerFile container = open(on, OpenOptions.defaults().withReadOnly(true))) {
            compare(container, events, where + ", read only");
            checkSpace(container, where + ", read only", true);
        }
        if (on.count() > 0) {
            throw new AssertionError(where + ": reading has written " + on.events());
        }
    }

    private void goOn(ContainerFile container, RecordedMedium on, Commit found, String where) {
        Model model = found.model;
        RandomSession session =
                new RandomSession(container, model, seed + this.session + images, found.nextName, dataset -> {});
        if (chunked) {
            session.withChunks();
        }
        for (int i = 0; i < 3; i++) {
            session.step();
        }
        container.flush();
        checkSpace(container, where + ", gone on", true);
        session.step();
        container.close();
        boolean committed = container.writeStatistics().commits() > 0;
        if (on.now().journal() != null && on.events().stream().noneMatch(new RecordedMedium.Entry(false)::equals)) {
            throw new AssertionError(where + ": the journal was not removed");
        }
        RecordedMedium again = new RecordedMedium(new Image(on.now().container(), null), without);
        try (ContainerFile reopened = open(again, OpenOptions.defaults().withReadOnly(true))) {
            model.assertEqual(reopened, Set.of(), where + ", gone on and closed");
            checkSpace(reopened, where + ", gone on and closed", !committed);
        }
    }

    private RecordedMedium recovered(Image image) {
        RecordedMedium on = new RecordedMedium(image, without);
        try (Storage file = on.journal().own()) {
            new Recovery(on.container(), file, on.journal()).recover();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return on;
    }

    /** A second crash during the recovery from the first. */
    private void crashAgain(RecordedMedium on, int upTo, int events, String where) {
        int opened = Math.min(upTo, on.count());
        CrashImages again = new CrashImages(on, images, 512, 4);
        CrashImages.Check reopen = (image, any, how) -> {
            images++;
            RecordedMedium second = new RecordedMedium(image, without);
            try {
                ContainerFile container = open(second, OpenOptions.defaults());
                compare(container, events, where + "; again " + how);
                checkSpace(container, where + "; again " + how, true);
            } catch (ContainerException e) {
                throw new Loss(Lost.CONTAINER, where + "; again " + how + ": " + e.getMessage(), e);
            }
        };
        if (isCreated(events)) {
            again.killed(opened, reopen);
            again.wentDown(opened, reopen);
        }
    }

    /** Whether there was a container when so many events had begun; before that, an image need not open. */
    public boolean isCreated(int events) {
        return committed(events).model != null;
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

    /** A copy of the container's commit, in which datasets that were being overwritten have the container's values. */
    private Commit compare(ContainerFile container, int events, String where) {
        Commit last = committed(events);
        Commit next = inFlight(events);
        if (last.model != null) {
            Set<Node> uncertain = new HashSet<>();
            for (Overwrite overwrite : overwrites) {
                if (overwrite.event >= last.done && overwrite.event <= events) {
                    uncertain.add(last.copies.get(overwrite.dataset));
                }
            }
            try {
                last.model.assertEqual(container, uncertain, where);
                return copy(last, container, uncertain);
            } catch (AssertionError | ContainerException e) {
                if (next == null) {
                    throw new Loss(Lost.COMMIT, where + ": the last commit is lost: " + e.getMessage(), e);
                }
            }
        }
        if (next == null) {
            throw new AssertionError(where + ": there is a container before it was created");
        }
        try {
            next.model.assertEqual(container, Set.of(), where + ", the commit in flight");
            return copy(next, container, Set.of());
        } catch (AssertionError | ContainerException e) {
            throw new Loss(Lost.COMMIT, where + ": neither the last commit nor the next: " + e.getMessage(), e);
        }
    }

    private static Commit copy(Commit commit, ContainerFile container, Set<Node> uncertain) {
        Map<Node, Node> copies = new IdentityHashMap<>();
        Model model = commit.model.snapshot(copies);
        commit.model.objects().forEach((node, path) -> {
            if (uncertain.contains(node)) {
                copies.get(node).value = ChunkedSteps.elements(container.dataset(path));
            }
        });
        return new Commit(commit.begun, commit.done, model, copies, commit.nextName);
    }

    /**
     * Bytes after the end of allocation, which a crash may leave, are removed when the container is closed; but not by a session that
     * has committed nothing.
     *
     * @param mayBeLonger whether they may still be there
     */
    private void checkSpace(ContainerFile container, String where, boolean mayBeLonger) {
        SpaceReport report = container.space();
        boolean sums = report.liveBytes() + report.freeBytes() + report.untrackedBytes() == report.fileBytes();
        long behind = Math.max(0, report.fileBytes() - container.allocatedBytes());
        long left = mayBeLonger ? behind : 0;
        if (!report.findings().isEmpty() || !sums || persistent && report.untrackedBytes() != left) {
            throw new Loss(Lost.SPACE, where + ": the space does not add up: " + report, null);
        }
    }
}
