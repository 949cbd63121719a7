package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import dev.fallow.report.WriteStatistics;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.createdelete.Writes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Operation counts for the tests of the report, which are the same on every run and machine: an algorithmic regression
 * fails here, independent of the speed of the machine.
 */
class OperationCountsTest {
    /**
     * The largest fraction by which a count may be below its limit; with a looser limit a regression would not be
     * detected.
     */
    private static final double SLACK = 0.1;

    @TempDir
    private Path folder;

    /**
     * The counts of a test. What is recorded is not placed again with the commit, so writes and bytes are those of another file.
     *
     * @param calls of the file-space layer: allocations, releases, extensions
     * @param probes of the default backend, for these calls
     * @param binProbes of the size bins
     * @param listProbes of the linked list
     */
    private record Counts(Writes writes, long fileBytes, long calls, long probes, long binProbes, long listProbes) {}

    private Counts counts(ReportTest test, int count) throws IOException {
        Path file = folder.resolve(test.label() + count + ".h5");
        Path recorded = folder.resolve(test.label() + count + ".trace");
        Library.OpenFile open = new FallowLibrary(CreateOptions.defaults().withTrace(recorded)).create(file);
        try (open) {
            test.run(open.root(), count);
        }
        Path plain = folder.resolve(test.label() + count + "-plain.h5");
        Library.OpenFile unrecorded = new FallowLibrary(CreateOptions.defaults()).create(plain);
        try (unrecorded) {
            test.run(unrecorded.root(), count);
        }
        Trace trace = Trace.read(Files.readAllBytes(recorded));
        ReplayReport ordered = replay(trace, FreeSpaceBackend.ORDERED);
        assertEquals(Files.size(file), ordered.endOfAllocation(), "the trace is not of this file");
        return new Counts(
                unrecorded.writes(),
                Files.size(plain),
                trace.length(),
                ordered.probes(),
                replay(trace, FreeSpaceBackend.SIZE_BINS).probes(),
                replay(trace, FreeSpaceBackend.LINKED_LIST).probes());
    }

    private static ReplayReport replay(Trace trace, FreeSpaceBackend backend) {
        return new TraceReplay(trace, trace.options().withBackendNamed(backend.label())).run();
    }

    private static void within(String what, long limit, long actual) {
        assertTrue(actual <= limit, () -> what + ": " + actual + ", at most " + limit);
        assertTrue(
                actual >= limit * (1 - SLACK) - 1,
                () -> what + ": " + actual + " is so far below the limit of " + limit + " that it should be lowered");
    }

    /** Limits for small object counts; each was set slightly above the value measured at that time. */
    @ParameterizedTest
    @CsvSource({
        // test, count, writes, bytes written, bytes of the file, calls, probes, probes of size bins
        "GROUPS, 800, 10, 30200, 29100, 5810, 17500, 66700",
        "DATASETS, 800, 10, 168200, 1960000, 9890, 43500, 207000",
        "NESTED, 20, 10, 87700, 182600, 3800, 11800, 46500",
        "ATTRIBUTES, 800, 9, 24900, 23900, 3070, 50, 14",
    })
    void countsStayBelowTheirLimits(
            ReportTest test,
            int count,
            long writes,
            long bytes,
            long fileBytes,
            long calls,
            long probes,
            long binProbes)
            throws IOException {
        Counts counts = counts(test, count);
        assertAll(
                () -> within("writes issued", writes, counts.writes.writes()),
                () -> within("bytes written", bytes, counts.writes.bytes()),
                () -> within("bytes of the file", fileBytes, counts.fileBytes),
                () -> within("calls of the file-space layer", calls, counts.calls),
                () -> within("probes", probes, counts.probes),
                () -> within("probes of the size bins", binProbes, counts.binProbes));
    }

    /**
     * Bytes allocated on the heap of the JVM per object created, deletions included. The interpreter allocates most; what
     * the compilers leave out differs from run to run, so there is no lower limit.
     */
    @ParameterizedTest
    @CsvSource({"GROUPS, 2000, 5900", "DATASETS, 2000, 5900", "NESTED, 40, 6000", "ATTRIBUTES, 2000, 6200"})
    void anOperationAllocatesLittle(ReportTest test, int count, long most) {
        long before = allocatedBytes();
        Library.OpenFile open =
                new FallowLibrary(CreateOptions.defaults()).create(folder.resolve(test.label() + "-allocated.h5"));
        try (open) {
            test.run(open.root(), count);
        }
        long each = (allocatedBytes() - before) / test.created(count);
        assertTrue(each <= most, () -> each + " bytes for each object created, at most " + most);
    }

    private static long allocatedBytes() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** What a commit writes depends on what has changed, and not on the size of the blocks that contain it. */
    @Test
    void aCommitOfTenGroupsWritesLittle() {
        WriteStatistics before = null;
        try (ContainerFile file = ContainerFile.create(
                folder.resolve("commits.h5"), CreateOptions.defaults().withDurability(Durability.NEVER))) {
            for (int i = 0; i < 10_000; i++) {
                file.root().createGroup("g" + i);
                if (i % 10 == 9) {
                    file.flush();
                }
                if (i == 4_999) {
                    before = file.writeStatistics();
                }
            }
            WriteStatistics after = file.writeStatistics();
            assertEquals(500, after.commits() - before.commits());
            within("bytes written by a commit", 16_700, (after.bytes() - before.bytes()) / 500);
        }
    }

    /** With twice the objects every count doubles: none grows faster than the number of created objects. */
    @ParameterizedTest
    @EnumSource
    void countsGrowInProportion(ReportTest test) throws IOException {
        int small = test == ReportTest.NESTED ? 20 : 800;
        double times = (double) test.created(2 * small) / test.created(small);
        Counts few = counts(test, small);
        Counts many = counts(test, 2 * small);
        assertAll(
                () -> grows("writes issued", times, few.writes.writes(), many.writes.writes()),
                () -> grows("bytes written", times, few.writes.bytes(), many.writes.bytes()),
                () -> grows("bytes of the file", times, few.fileBytes, many.fileBytes),
                () -> grows("calls of the file-space layer", times, few.calls, many.calls),
                () -> grows("probes", times, few.probes, many.probes));
    }

    private static void grows(String what, double times, long few, long many) {
        assertTrue(
                many <= 1.2 * times * few,
                () -> what + ": " + few + " became " + many + " with %.2f times the objects".formatted(times));
    }

    /** The curve of the report: twice the objects cost the linked list four times as much. */
    @ParameterizedTest
    @EnumSource(names = {"GROUPS", "DATASETS"})
    void theLinkedListGrowsWithTheSquare(ReportTest test) throws IOException {
        Counts few = counts(test, 800);
        Counts many = counts(test, 1_600);
        assertTrue(
                many.listProbes >= 3.5 * few.listProbes,
                () -> "probes: " + few.listProbes + " became " + many.listProbes);
        assertTrue(
                few.listProbes > 10 * few.binProbes,
                () -> "probes: " + few.listProbes + " of the list, " + few.binProbes + " of the bins");
    }

    /**
     * The default durability forces the file in each commit, and a test is one commit; with "never" nothing is forced.
     */
    @Test
    void forcesDoNotDependOnTheCount() throws IOException {
        for (ReportTest test : ReportTest.values()) {
            assertEquals(8, counts(test, 10).writes.forces(), test.label());
            assertEquals(8, counts(test, 30).writes.forces(), test.label());
        }
        Path file = folder.resolve("never.h5");
        Library.OpenFile open = Entrants.library(Entrants.OURS + "-never").create(file);
        try (open) {
            ReportTest.GROUPS.run(open.root(), 10);
        }
        assertEquals(0, open.writes().forces());
    }
}
