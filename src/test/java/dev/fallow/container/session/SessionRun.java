package dev.fallow.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.options.FreeSpaceBackend;
import dev.fallow.options.OpenOptions;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One file through many sessions of libhdf5 and of Fallow in turn. After each both sides see what the model says, and the
 * space adds up. When a check fails the file, the file before the session and the edits between them are kept.
 */
public final class SessionRun {
    /** "libhdf5" or "fallow": all sessions are of one side, to tell whose fault something is; null for both. */
    private static final String ONLY = System.getProperty("fallow.only");

    private final long seed;
    private final NewFile kind;
    private final Path path;
    private final Path before;
    private final Path journal;
    private final Random random;
    private final Model model;
    private final RandomEdits edits;
    private final Tally tally;
    private final List<String> log = new ArrayList<>();
    private long untracked;
    private int step;

    /** What was done in all the runs of a test. */
    public static final class Tally {
        private final Map<String, Integer> refused = new TreeMap<>();
        private int edits;
        private int sessions;
        private final List<String> abandoned = new ArrayList<>();

        /** What Fallow refused as not supported: how often, by the end of the message. */
        public Map<String, Integer> refused() {
            return refused;
        }

        /**
         * The runs that ended early, because libhdf5 by its own reading had not done what it was told: some seeds in a
         * thousand, also where it does everything itself. It may write an object header that it cannot read, or count the
         * users of a committed datatype wrong.
         */
        public List<String> abandoned() {
            return abandoned;
        }

        /** Without what differs from one object to the next: paths, names, numbers, the inside of types. */
        void refuse(String message) {
            String kind = message.replaceAll(".*file\\.h5", "")
                    .replaceAll("\\[.*", "")
                    .replaceAll("\\d+", "")
                    .replaceAll("attribute n[^:]*:", "attribute:")
                    .replaceAll("/[^,:]*", "")
                    .replaceAll("^[:, ]+", "");
            refused.merge(kind, 1, Integer::sum);
        }

        @Override
        public String toString() {
            return "%d sessions, %d edits; ended early because of libhdf5: %d; refused as not supported: %d %s"
                    .formatted(
                            sessions,
                            edits,
                            abandoned.size(),
                            refused.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum(),
                            refused);
        }
    }

    /**
     * @param folder where the file is made
     * @param seed the whole run follows from it
     * @param links about how many links the file may grow to
     */
    public SessionRun(Path folder, long seed, NewFile kind, int links, Tally tally) {
        this.seed = seed;
        this.kind = kind;
        this.tally = tally;
        this.path = folder.resolve("file.h5");
        this.before = folder.resolve("before.h5");
        this.journal = folder.resolve("edits.txt");
        this.random = new Random(seed * 1_000_003 + kind.toString().hashCode());
        this.model = new Model(false);
        this.edits = new RandomEdits(random, model, links);
    }

    /** Makes the file, and edits it. */
    public void run(int steps) throws IOException {
        Files.deleteIfExists(path);
        boolean byUs = ONLY == null ? random.nextBoolean() : ONLY.equals("fallow");
        kind.create(path, byUs);
        int session = 0;
        try {
            check(byUs, "created by " + (byUs ? "us" : "libhdf5"));
            while (step < steps) {
                session++;
                boolean ours = ONLY == null ? random.nextBoolean() : ONLY.equals("fallow");
                Files.copy(path, before, StandardCopyOption.REPLACE_EXISTING);
                log.clear();
                Files.deleteIfExists(journal);
                log("seed %d, %s, session %d of %s".formatted(seed, kind, session, ours ? "ours" : "libhdf5"));
                if (ours && kind.persist() && random.nextInt(6) == 0) {
                    reclaim();
                }
                edit(ours, Math.min(steps - step, 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 15)));
                tally.sessions++;
                if (!ours && !isDone()) {
                    keep();
                    return;
                }
                check(ours, "session " + session + (ours ? " of ours" : " of libhdf5"));
                if (ours) {
                    keepSample();
                }
            }
        } catch (RuntimeException | AssertionError | IOException failure) {
            throw new AssertionError(
                    "%s, %s, session %d, step %d of %d; kept in %s; the edits of the session:%n  %s%n%s"
                            .formatted(
                                    Seeds.name(seed),
                                    kind,
                                    session,
                                    step,
                                    steps,
                                    keep(),
                                    String.join(System.lineSeparator() + "  ", log),
                                    failure.getMessage()),
                    failure.getCause());
        }
    }

    /** Remembers an edit, also for the case that libhdf5 takes this process down. */
    private void log(String line) throws IOException {
        log.add(line);
        Files.writeString(journal, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void edit(boolean ours, int count) throws IOException {
        try (Editor editor = ours ? new FallowEditor(path, ourOptions()) : new ReferenceEditor(path, theirOptions())) {
            for (int i = 0; i < count; i++) {
                step++;
                Edit edit = edits.next(editor);
                log(edit.toString());
                make(edit, editor);
                tally.edits++;
                if (random.nextInt(25) == 0) {
                    log("flush");
                    editor.flush();
                }
            }
        }
    }

    /** Now and then hardly any cache, and any of the designs for free sections. */
    private OpenOptions ourOptions() throws IOException {
        OpenOptions options = OpenOptions.edit();
        if (random.nextInt(3) == 0) {
            options = options.withCacheBytes(random.nextInt(20_000));
        }
        if (random.nextInt(3) == 0) {
            FreeSpaceBackend[] backends = FreeSpaceBackend.values();
            options = options.withBackend(backends[random.nextInt(backends.length)]);
        }
        log(options.cacheBytes() + " bytes of cache, " + options.backend());
        return options;
    }

    /** Now and then the other bounds, other block sizes, and an alignment: none of these is a matter of the file. */
    private ReferenceOptions theirOptions() throws IOException {
        ReferenceOptions options = kind.options();
        if (random.nextInt(6) == 0) {
            options = options.bounds(FormatBound.values()[random.nextInt(3)], FormatBound.LATEST);
        }
        if (random.nextInt(6) == 0) {
            options = options.blocks(64L << random.nextInt(8), 64L << random.nextInt(8));
        }
        if (random.nextInt(6) == 0) {
            options = options.alignment(1L << random.nextInt(10), 1L << random.nextInt(8));
        }
        log(options.toString());
        return options;
    }

    /** Takes back what libhdf5 has lost, and sees that nothing is lost then. */
    private void reclaim() throws IOException {
        log("reclaim");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.reclaimUntracked();
        }
        check(true, "reclaimed");
        assertThat(untracked).as("untracked bytes when they were taken back").isZero();
    }

    /** Makes an edit on both, or sees that both refuse it; what Fallow does not support leaves both as they are. */
    private void make(Edit edit, Editor editor) {
        RuntimeException refused = null;
        try {
            edit.on(editor);
        } catch (UnsupportedFeatureException unsupported) {
            tally.refuse(unsupported.getMessage());
            return;
        } catch (CorruptFileException | StorageException failed) {
            throw failed;
        } catch (ContainerException | ReferenceException e) {
            refused = e;
        }
        try {
            edit.on(model);
        } catch (Model.Refused expected) {
            if (refused == null) {
                throw new AssertionError("made what must be refused: " + edit + ": " + expected.getMessage());
            }
            return;
        }
        if (refused != null) {
            throw new AssertionError("refused: " + edit + ": " + refused.getMessage(), refused);
        }
    }

    /** Whether a session of libhdf5 has done, as libhdf5 sees it, what it was told. */
    private boolean isDone() {
        try {
            checkReference("session of libhdf5", model.picture());
            return true;
        } catch (ReferenceException | AssertionError wrong) {
            tally.abandoned.add("%s, %s, step %d:%n%s".formatted(Seeds.name(seed), kind, step, wrong.getMessage()));
            return false;
        }
    }

    private void checkReference(String where, Picture expected) {
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            Picture seen = ReferencePicture.of(file);
            Differences.none(where + ": as libhdf5 sees it", seen.objects(), expected.objects());
            Differences.none(where + ": link counts", seen.linkCounts(), expected.linkCounts());
            Differences.none(where + ": order of links", seen.linkOrder(), expected.linkOrder());
            Differences.none(where + ": order of attributes", seen.attributeOrder(), expected.attributeOrder());
        }
    }

    private void check(boolean ours, String where) throws IOException {
        Picture expected = model.picture();
        if (ours) {
            checkReference(where, expected);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            FallowPicture seen = FallowPicture.of(file, expected.objects());
            Differences.none(where + ": as we see it", seen.objects(), expected.objects());
            Differences.none(where + ": link counts as we see them", seen.linkCounts(), expected.linkCounts());
            Differences.none(where + ": order of links as we see it", seen.linkOrder(), expected.linkOrder());
            seen.refusals().forEach(tally::refuse);
        }
        SpaceReport report = SpaceChecks.check(path, where);
        long abandoned = SpaceChecks.abandonedCollections(path, report);
        if (ours && kind.persist()) {
            assertThat(report.untrackedBytes() - abandoned)
                    .as(where + ": untracked bytes, " + untracked + " before")
                    .isLessThanOrEqualTo(untracked);
        }
        untracked = report.untrackedBytes();
    }

    /** Keeps what Fallow wrote last, where {@code fallow.keep} names a folder: for {@code interop/sweep.py}. */
    private void keepSample() throws IOException {
        String samples = System.getProperty("fallow.keep");
        if (samples != null) {
            String name = "seed-%d-%s%s.h5"
                    .formatted(seed, kind.toString().replaceAll("\\W+", "-"), ONLY == null ? "" : "-only-" + ONLY);
            Files.copy(
                    path, Files.createDirectories(Path.of(samples)).resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Path keep() throws IOException {
        Path folder =
                Files.createDirectories(Path.of("target", "failed-sessions").toAbsolutePath());
        Path kept = folder.resolve("seed-" + seed + "-" + kind.toString().replaceAll("\\W+", "-") + ".h5");
        Files.copy(path, kept, StandardCopyOption.REPLACE_EXISTING);
        if (Files.exists(before)) {
            Files.copy(before, Path.of(kept + ".before"), StandardCopyOption.REPLACE_EXISTING);
        }
        return kept;
    }
}
