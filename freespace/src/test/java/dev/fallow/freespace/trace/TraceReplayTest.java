package dev.fallow.freespace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.list.LinkedListFreeSpace;
import dev.fallow.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Replays recorded sessions: the same addresses with the same options; every byte accounted for with others. */
class TraceReplayTest {
    private static final int SEEDS = 8;
    private static final int CALLS = 1500;

    private static List<FileSpaceOptions> allOptions() {
        List<FileSpaceOptions> all = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            all.add(FileSpaceOptions.defaults().withStrategy(strategy));
        }
        all.add(FileSpaceOptions.defaults().withAlignment(64, 100).withThreshold(40));
        all.add(FileSpaceOptions.defaults().withAggregators(512, 8192));
        all.add(FileSpaceOptions.defaults().withStrategy(Strategy.PAGE).withPages(512, 20));
        return all;
    }

    @Test
    void onTheSameSpaceEveryAddressIsTheSame() {
        for (FileSpaceOptions options : allOptions()) {
            for (long seed : Seeds.range(1, SEEDS)) {
                String where = Seeds.name(seed) + ", " + options;
                FileSpace space = new FileSpace(options, 0);
                byte[] bytes = TraceSession.recorded(space, seed, CALLS, seed % 2 == 0);
                Trace trace = Trace.read(bytes);
                assertTrue(trace.length() > CALLS, where);
                assertTrue(bytes.length < 8 * trace.length(), () -> where + ": " + bytes.length + " bytes");
                assertEquals(options, trace.options().withBackend(options.backend()), where);
                TraceReplay replay = new TraceReplay(trace, options);
                ReplayReport report = replay.run();
                assertEquals(TraceSession.state(space), TraceSession.state(replay.space()), where);
                assertEquals(0, report.movedBlocks(), where);
                assertEquals(replay.steps(), report.operations(), where);
                assertTrue(report.peakEndOfAllocation() >= report.endOfAllocation(), where);
            }
        }
    }

    /** Blocks that existed when recording started are released and extended, although no record allocates them. */
    @Test
    void whatWasThereBeforeIsKnownByItsAddress() {
        for (long seed : Seeds.range(1, SEEDS)) {
            String where = Seeds.name(seed);
            FileSpaceOptions options = FileSpaceOptions.defaults().withAggregators(0, 0);
            FileSpace space = new FileSpace(options, 0);
            TraceSession session = new TraceSession(space, seed, true);
            session.run(CALLS / 2);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TraceRecorder recorder = new TraceRecorder(space, bytes::write)) {
                session.run(CALLS / 2);
                assertTrue(recorder.records() >= CALLS / 2, where);
            }
            TraceReplay replay = new TraceReplay(Trace.read(bytes.toByteArray()), options);
            ReplayReport report = replay.run();
            assertEquals(TraceSession.state(space), TraceSession.state(replay.space()), where);
            assertEquals(session.liveBytes(), report.liveBytes(), where);
        }
    }

    /** An aggregator's rest counts as in use until a record allocates it. */
    @Test
    void recordingMayBeginInTheMiddleOfAnAggregator() {
        for (FileSpaceOptions options : allOptions()) {
            FileSpace space = new FileSpace(options.withPages(4096, 0), 0);
            TraceSession session = new TraceSession(space, 3, true);
            session.run(CALLS / 2);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TraceRecorder recorder = new TraceRecorder(space, bytes::write)) {
                session.run(CALLS / 2);
                assertTrue(recorder.records() > 0);
            }
            Trace trace = Trace.read(bytes.toByteArray());
            assertAccounted(new TraceReplay(trace, options.withPages(4096, 0)), options.toString());
        }
    }

    @Test
    void onEveryStrategyAndBackendEveryByteIsAccountedFor() {
        for (FileSpaceOptions recorded : allOptions()) {
            for (long seed : Seeds.range(1, 2)) {
                FileSpace space = new FileSpace(recorded, 0);
                new TraceSession(space, seed, false).run(200);
                byte[] bytes = TraceSession.recorded(space, seed, CALLS, true);
                Trace trace = Trace.read(bytes);
                for (FileSpaceOptions options : allOptions()) {
                    String where = Seeds.name(seed) + ", recorded on " + recorded + ", replayed on " + options;
                    ReplayReport bins = assertAccounted(new TraceReplay(trace, options), where);
                    assertEquals(bins, assertAccounted(new TraceReplay(trace, options), where), () -> where + ": I5");
                    assertAccounted(
                            new TraceReplay(trace, options.withBackend(LinkedListFreeSpace::new)), where + ", list");
                    assertAccounted(
                            new TraceReplay(trace, options.withBackend(boundary -> new BitmapFreeSpace(1, boundary))),
                            where + ", bitmap");
                }
            }
        }
    }

    /** With a granularity nothing overlaps (the space would refuse it), and no more is lost than the rounding. */
    @Test
    void sizesAreRoundedToTheGranularity() {
        for (long seed : Seeds.range(1, SEEDS)) {
            FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
            new TraceSession(space, seed, true).run(100);
            Trace trace = Trace.read(TraceSession.recorded(space, seed, CALLS, true));
            for (Strategy strategy : Strategy.values()) {
                FileSpaceOptions options = FileSpaceOptions.defaults()
                        .withStrategy(strategy)
                        .withBackend(boundary -> new BitmapFreeSpace(64, boundary));
                TraceReplay replay = new TraceReplay(trace, options, 64);
                ReplayReport report = replay.run();
                String where = Seeds.name(seed) + ", " + options + ": " + report;
                assertEquals(0, report.freeBytes() % 64, where);
                assertEquals(0, report.endOfAllocation() % 64, where);
                long accounted =
                        report.liveBytes() + report.freeBytes() + report.aggregatorBytes() + report.lostBytes();
                assertTrue(report.endOfAllocation() >= accounted, where);
                assertTrue(report.endOfAllocation() <= accounted + 128L * replay.steps(), where);
            }
        }
    }

    /** I2, as far as a report shows it; a section list may have got whole pages, more than requested. */
    private static ReplayReport assertAccounted(TraceReplay replay, String where) {
        ReplayReport report = replay.run();
        long accounted = report.liveBytes() + report.freeBytes() + report.aggregatorBytes() + report.lostBytes();
        long end = report.endOfAllocation();
        if (replay.space().options().strategy() == Strategy.PAGE) {
            assertTrue(end >= accounted, () -> where + ": " + report);
        } else {
            assertEquals(end, accounted, () -> where + ": " + report);
        }
        assertTrue(report.peakEndOfAllocation() >= end, where);
        return report;
    }

    // |A|B|    recorded: B is released, A is extended into it.   Replayed without tracking: A moves to the end.
    @Test
    void aBlockThatCannotGrowMoves() {
        FileSpaceOptions plain = FileSpaceOptions.defaults().withAggregators(0, 0);
        FileSpace space = new FileSpace(plain, 0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TraceRecorder recorder = new TraceRecorder(space, bytes::write)) {
            space.allocate(AllocationType.RAW_DATA, 100);
            space.allocate(AllocationType.RAW_DATA, 50);
            space.allocate(AllocationType.RAW_DATA, 10);
            space.release(AllocationType.RAW_DATA, 100, 50);
            assertTrue(space.tryExtend(AllocationType.RAW_DATA, 0, 100, 30));
            assertTrue(!space.tryExtend(AllocationType.RAW_DATA, 0, 130, 30));
            assertThrows(IllegalStateException.class, () -> space.release(AllocationType.RAW_DATA, 130, 1));
            assertEquals(6, recorder.records(), "a call that was refused with an exception is not recorded");
        }
        Trace trace = Trace.read(bytes.toByteArray());
        assertEquals(6, trace.length());
        assertEquals(1, trace.refusedExtensions());
        TraceReplay replay = new TraceReplay(trace, plain.withStrategy(Strategy.NONE));
        ReplayReport report = replay.run();
        assertEquals(new ReplayReport(5, 290, 290, 140, 0, 0, 150, 0, 0, 1), report);
        assertThrows(IllegalStateException.class, replay::run);
        assertThrows(IllegalArgumentException.class, () -> new TraceReplay(trace, plain, 0));
    }

    @Test
    void theReportCountsProbesAndSections() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        Trace trace = Trace.read(TraceSession.recorded(space, 1, CALLS, true));
        ReplayReport report = new TraceReplay(trace, FileSpaceOptions.defaults()).run();
        assertTrue(report.probes() > trace.length(), report::toString);
        long sections = 0;
        for (int slot : space.slots()) {
            sections += space.sections(slot).sectionCount();
        }
        assertEquals(sections, report.sections());
        assertEquals(space.freeBytes(), report.freeBytes());
    }
}
