package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.container.session.NewFile;
import dev.fallow.container.session.SessionRun;
import dev.fallow.container.session.SessionRun.Tally;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One file, edited by libhdf5 and by Fallow in turn with all kinds of operations: after each session both read the
 * content of a model, every byte is accounted for, and both report the same free space.
 *
 * <p>The build runs a small part. The complete test, 200 seeds of 500 steps for each kind of file:
 *
 * <pre>mvn -pl src/test -am verify -Dtest=RandomSessionsTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dfallow.seeds=200 -Dfallow.seeds.steps=500 -Dtest.timeout=2d -Dtest.jvm.timeout=0</pre>
 * {@code -Dfallow.seeds.first=N} begins with another seed than 1, {@code -Dfallow.kinds=REGEX} takes the kinds of
 * files with that in their name ({@code FSM_AGGR$} for the two that keep their free space), {@code -Dfallow.only=libhdf5} or {@code fallow} has one side do everything. What was done is added to {@code target/random-sessions.txt}.
 */
@NeedsReference
class RandomSessionsTest {
    private static final long FIRST = Long.getLong("fallow.seeds.first", 1);
    private static final int SEEDS = Integer.getInteger("fallow.seeds", 1);
    private static final int STEPS = Integer.getInteger("fallow.seeds.steps", 120);

    private static final Pattern KINDS = Pattern.compile(System.getProperty("fallow.kinds", ""));
    private static final int LINKS = Integer.getInteger("fallow.links", 60);

    /** Parts of the messages for unsupported operations: copies of some elements in global heaps. */
    private static final List<String> NOT_YET = List.of(": elements of ", "implicit index whose elements refer");

    /**
     * Seeds that libhdf5 1.14.3 spoils in a session of its own, for reasons that have nothing to do with Fallow:
     *
     * <ul>
     *   <li>It does not finish closing a paged file: a free block is allocated and freed again and again (issue 5121 of
     *       HDFGroup/hdf5). With 5 earliest, neither do 1.12.2 and 1.14.6, but 2.0 does. Of files that only libhdf5 edits, that of
     *       seed 79 is one.
     *   <li>It fails to close a file with a fractal heap of which it has counted a block twice, or to delete a dataset with a long
     *       shared datatype, and crashes later. {@code src/test/interop/defects.py} shows both with files of libhdf5 alone, also
     *       for 1.12.2, 1.14.6 and 2.0.
     * </ul>
     */
    private static final Set<String> SPOILT = Set.of(
            "24 latest PAGE of 4096",
            "129 latest PAGE of 4096",
            "161 latest PAGE of 4096",
            "177 latest PAGE of 4096",
            "5 earliest PAGE of 4096",
            "51 earliest PAGE of 4096",
            "83 earliest PAGE of 4096",
            "139 earliest PAGE of 4096",
            "54 earliest FSM_AGGR, shares messages, lists of 5000",
            "131 latest FSM_AGGR, shares messages, lists of 5000",
            "124 earliest FSM_AGGR, shares messages, lists of 5000",
            "30 latest FSM_AGGR, shares messages, lists of 0",
            "196 earliest FSM_AGGR, shares messages, lists of 0");

    @TempDir
    private Path folder;

    /**
     * Without small pages, because closing such a file sometimes does not terminate in libhdf5, even if libhdf5 is the
     * only writer.
     */
    static List<NewFile> kinds() {
        return Stream.concat(unshared().stream(), NewFile.sharing().stream())
                .filter(kind -> KINDS.matcher(kind.toString()).find())
                .toList();
    }

    /**
     * Without shared messages: libhdf5 alone fails to resize and to delete copies of chunked datasets that share their
     * dataspace.
     */
    static List<NewFile> unshared() {
        return Stream.of(NewFile.persistent(), NewFile.forgetful())
                .flatMap(List::stream)
                .filter(kind -> !kind.persist() || kind.pageSize() >= 4096)
                .filter(kind -> KINDS.matcher(kind.toString()).find())
                .toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("kinds")
    void bothSidesSeeWhatTheModelSays(NewFile kind, TestReporter reporter) throws IOException {
        run(kind, false, reporter);
    }

    /** As above; half of the edits are of chunked datasets. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("unshared")
    void bothSidesSeeTheChunksThatTheModelHas(NewFile kind, TestReporter reporter) throws IOException {
        run(kind, true, reporter);
    }

    private void run(NewFile kind, boolean chunked, TestReporter reporter) throws IOException {
        Tally tally = new Tally();
        for (long seed : Seeds.range(FIRST, SEEDS)) {
            if (chunked || !SPOILT.contains(seed + " " + kind)) {
                new SessionRun(folder, seed, kind, LINKS, chunked, tally).run(STEPS);
                Native.restart();
            }
        }
        reporter.publishEntry(kind.toString(), tally.toString());
        Files.writeString(
                Files.createDirectories(Path.of("target")).resolve("random-sessions.txt"),
                kind + (chunked ? ", chunked: " : ": ") + tally + System.lineSeparator(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        assertThat(tally.abandoned()).as("%s: runs that libhdf5 spoilt", kind).hasSizeLessThanOrEqualTo(SEEDS / 50);
        tally.refused().keySet().removeIf(refused -> NOT_YET.stream().anyMatch(refused::contains));
        assertThat(tally.refused()).as("%s: refused as not supported", kind).isEmpty();
    }
}
