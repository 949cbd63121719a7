package dev.fallow.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Edits one file in many sessions of libhdf5 and Fallow in turn. After each both read the content of the model, and the
 * space is fully accounted for. If a check fails, the file, its state before the session and the edits of the session
 * are kept.
 */
public final class SessionRun {
    /** "libhdf5" or "fallow": all sessions use one library, to find the cause of a failure; null for both libraries. */
    private static final String ONLY = System.getProperty("fallow.only");

    /**
     * What libhdf5 1.14 alone leaves: flags of a shared message where it moved one to another block, an index by creation order
     * without an attribute that it renamed, and link counts of committed datatypes.
     */
    private static final Set<FindingCode> LEFT_BY_LIBHDF5 =
            EnumSet.of(FindingCode.HDR_FLAGS, FindingCode.BT2_INDEX_LOST, FindingCode.HDR_LINKS_HIGH);

    private final long seed;
    private final NewFile kind;
    private final boolean chunked;
    private final Path path;
    private final Path before;
    private final Path journal;
    private final Random random;
    /** Chooses when to shrink; separate, so that the edits of a seed do not depend on it. */
    private final Random shrinks;

    private final Model model;
    private final RandomEdits edits;
    private final Tally tally;
    private final List<String> log = new ArrayList<>();
    private long untracked;
    /** Findings of the last check. */
    private int leftByLibhdf5;
    /**
     * The objects whose link count libhdf5 left too high, with their bytes. Such an object stays in the file, untracked, when we
     * delete what is in truth its last link or user: a count that is too high is believed.
     */
    private Map<Long, Long> overcounted = Map.of();

    private int step;

    /** Counts the edits of all runs of a test. */
    public static final class Tally {
        private final Map<String, Integer> refused = new TreeMap<>();
        private int edits;
        private int sessions;
        private int shrinks;
        private final List<String> abandoned = new ArrayList<>();

        /** Returns how often Fallow refused an edit as unsupported, by the end of the message. */
        public Map<String, Integer> refused() {
            return refused;
        }

        /**
         * Returns the runs that ended early because libhdf5 itself did not read back its own edits: a few seeds in a
         * thousand, even with libhdf5 as the only editor. It may write an object header that it cannot read, or a wrong
         * reference count of a committed datatype.
         */
        public List<String> abandoned() {
            return abandoned;
        }

        /** Removes the object-specific parts of a message: paths, names, numbers and the members of types. */
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
            return "%d sessions, %d edits, shrunk %d times; ended early because of libhdf5: %d; refused as not supported: %d %s"
                    .formatted(
                            sessions,
                            edits,
                            shrinks,
                            abandoned.size(),
                            refused.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum(),
                            refused);
        }
    }

    /**
     * @param folder the folder of the file
     * @param seed determines the whole run
     * @param links the approximate maximal number of links
     * @param chunked whether half of the edits are of chunked datasets
     */
    public SessionRun(Path folder, long seed, NewFile kind, int links, boolean chunked, Tally tally) {
        this.seed = seed;
        this.kind = kind;
        this.chunked = chunked;
        this.tally = tally;
        this.path = folder.resolve("file.h5");
        this.before = folder.resolve("before.h5");
        this.journal = folder.resolve("edits.txt");
        this.random = new Random(seed * 1_000_003 + kind.toString().hashCode());
        this.shrinks = new Random(seed * 1_000_033 + kind.toString().hashCode());
        this.model = new Model(false);
        this.edits = new RandomEdits(random, model, links, chunked);
    }

    /** Creates the file, and edits it. */
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
                if (ours && shrinks.nextInt(10) == 0) {
                    shrink();
                }
                edit(ours, Math.min(steps - step, 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 15)));
                tally.sessions++;
                if (!ours && !isDone()) {
                    keep();
                    return;
                }
                check(ours, "session " + session + (ours ? " of ours" : " of libhdf5"));
                if (ours || "libhdf5".equals(ONLY)) {
                    keepSample();
                }
            }
            if (!"libhdf5".equals(ONLY)) {
                shrink();
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

    /** Writes an edit to the log file, so that it is known after a crash of libhdf5. */
    private void log(String line) throws IOException {
        log.add(line);
        Files.writeString(journal, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Makes some edits. libhdf5 does not flush files that keep their free space: when it allocates the section list, the
     * allocation may lengthen the list, and libhdf5 1.14.3 then writes past the end of its buffer. With seed 10, earliest
     * FSM_AGGR, valgrind shows this write; the process crashes some sessions later.
     */
    private void edit(boolean ours, int count) throws IOException {
        model.setInherits(ours);
        try (Editor editor = ours ? new FallowEditor(path, ourOptions()) : new ReferenceEditor(path, theirOptions())) {
            for (int i = 0; i < count; i++) {
                step++;
                Edit edit = edits.next(editor);
                log(edit.toString());
                make(edit, editor);
                tally.edits++;
                if (random.nextInt(25) == 0 && (ours || !kind.persist())) {
                    log("flush");
                    editor.flush();
                }
            }
        }
    }

    /** Chooses a random free-space backend, and occasionally a very small cache. */
    private OpenOptions ourOptions() throws IOException {
        OpenOptions options = OpenOptions.defaults();
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

    /** Chooses occasionally other format bounds, block sizes and an alignment, none of which is stored in the file. */
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

    /** Reclaims the untracked bytes of libhdf5, and asserts that none remain. */
    private void reclaim() throws IOException {
        log("reclaim");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.reclaimUntracked();
        }
        check(true, "reclaimed");
        assertThat(untracked).as("untracked bytes when they were taken back").isZero();
    }

    /** Shrinks the file, and asserts that it has the same content, and is as short as it can be. */
    private void shrink() throws IOException {
        log("shrink");
        tally.shrinks++;
        long left;
        try (ContainerFile file = ContainerFile.open(path)) {
            FileSpaceStrategy strategy = kind.strategy();
            boolean tracking = strategy == FileSpaceStrategy.PAGE || strategy == FileSpaceStrategy.FSM_AGGR;
            left = SpaceChecks.shrink(file, strategy == FileSpaceStrategy.PAGE, tracking);
        }
        check(true, "shrunk");
        if (kind.persist()) {
            assertThat(untracked).as("untracked bytes of a shrunk file").isEqualTo(left);
        }
    }

    /**
     * Makes an edit in the model and the file, or asserts that both refuse it; an edit that Fallow does not support
     * changes neither.
     */
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

    /** Returns whether libhdf5 reads back the result of its own session. */
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
            Differences.none(
                    where + ": order of attributes", attributeOrder(seen, expected), expected.attributeOrder());
        }
    }

    /** Where libhdf5 tracks all of them, the order of attributes for which the model has one. */
    private SortedMap<String, List<String>> attributeOrder(Picture seen, Picture expected) {
        SortedMap<String, List<String>> order = new TreeMap<>(seen.attributeOrder());
        if (kind.shares()) {
            order.keySet().retainAll(expected.attributeOrder().keySet());
        }
        return order;
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
        List<Finding> findings = ContainerFile.check(path).findings().stream()
                .filter(finding -> finding.severity() != Severity.NOTE)
                .toList();
        assertThat(findings).as(where + ": check").allMatch(finding -> LEFT_BY_LIBHDF5.contains(finding.code()));
        if (ours) {
            assertThat(findings).as(where + ": check").hasSizeLessThanOrEqualTo(leftByLibhdf5);
        }
        leftByLibhdf5 = findings.size();
        if (ours && kind.persist()) {
            long abandoned = SpaceChecks.abandonedCollections(path, report);
            assertThat(report.untrackedBytes() - abandoned)
                    .as(where + ": untracked bytes, " + untracked + " before")
                    .isLessThanOrEqualTo(untracked + bytesOfThoseLost());
        }
        untracked = report.untrackedBytes();
        overcounted = SpaceChecks.held(
                path,
                findings.stream()
                        .filter(finding -> finding.code() == FindingCode.HDR_LINKS_HIGH)
                        .map(Finding::address)
                        .collect(Collectors.toSet()));
    }

    private long bytesOfThoseLost() {
        Map<Long, Long> left = SpaceChecks.held(path, overcounted.keySet());
        return overcounted.entrySet().stream()
                .filter(object -> !left.containsKey(object.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /**
     * Copies the file that Fallow, or libhdf5 alone, has written to the folder {@code fallow.keep}, if that is set, for
     * {@code interop/sweep.py}.
     */
    private void keepSample() throws IOException {
        String samples = System.getProperty("fallow.keep");
        if (samples != null) {
            String name = "seed-%d-%s%s%s.h5"
                    .formatted(
                            seed,
                            kind.toString().replaceAll("\\W+", "-"),
                            chunked ? "-chunked" : "",
                            ONLY == null ? "" : "-only-" + ONLY);
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
