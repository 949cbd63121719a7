package dev.fallow.research.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.FreeSpaceBackend;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The replay of a container session has the same effect as the recorded session. */
class RecordedSessionTest {
    private static final int COUNT = 500;

    @ParameterizedTest
    @EnumSource
    void aReplayAsRecordedEndsAtTheLengthOfTheFile(SpreadSession test) throws IOException {
        RecordedSession session = RecordedSession.of(file -> test.run(file, COUNT));
        Trace trace = session.trace();
        assertEquals(Strategy.FSM_AGGR, trace.options().strategy());
        for (FreeSpaceBackend backend : new FreeSpaceBackend[] {FreeSpaceBackend.ORDERED, FreeSpaceBackend.SIZE_BINS}) {
            ReplayReport report = replay(trace, trace.options(), backend);
            assertEquals(session.fileLength(), report.endOfAllocation(), backend.label());
            assertEquals(0, report.movedBlocks(), backend.label());
        }
    }

    @ParameterizedTest
    @EnumSource
    void orderedAndSizeBinsEndAlikeUnderEveryStrategy(SpreadSession test) throws IOException {
        Trace trace = RecordedSession.of(file -> test.run(file, COUNT)).trace();
        long live = -1;
        for (Strategy strategy : Strategy.values()) {
            FileSpaceOptions options = trace.options().withStrategy(strategy);
            ReplayReport ordered = replay(trace, options, FreeSpaceBackend.ORDERED);
            ReplayReport bins = replay(trace, options, FreeSpaceBackend.SIZE_BINS);
            assertEquals(ordered.endOfAllocation(), bins.endOfAllocation(), strategy.name());
            assertEquals(ordered.peakEndOfAllocation(), bins.peakEndOfAllocation(), strategy.name());
            assertEquals(ordered.freeBytes(), bins.freeBytes(), strategy.name());
            assertEquals(ordered.sections(), bins.sections(), strategy.name());
            // the live bytes follow from the trace, independent of the allocator
            live = live < 0 ? ordered.liveBytes() : live;
            assertEquals(live, ordered.liveBytes(), strategy.name());
            assertTrue(ordered.endOfAllocation() >= live, strategy.name());
        }
    }

    /** The sessions match the tests of the report in their final objects and their peak of live bytes. */
    @ParameterizedTest
    @EnumSource
    void theSessionDoesWhatTheTestSays(SpreadSession test) throws IOException {
        RecordedSession session = RecordedSession.of(file -> {
            test.run(file, COUNT);
            String path = test == SpreadSession.ATTRIBUTES ? "/holder0" : "/";
            int left = switch (test) {
                case GROUPS -> COUNT / 2 + 5; // every second of the first series, and the holders
                case DATASETS -> 2 * COUNT + 5; // half of the large, half of the medium, all of the small datasets
                case ATTRIBUTES -> SpreadSession.PER_HOLDER / 2;
                case SQUARE -> 11 + 11 * 22 + 22 + 22 * 22; // 22 groups, of which 11 remain, then 22 more
            };
            int found = test == SpreadSession.ATTRIBUTES
                    ? file.group(path).attributeNames().size()
                    : file.group(path).listRecursively().size();
            assertEquals(left, found, test.label());
        });
        long data = switch (test) {
            case GROUPS, ATTRIBUTES -> 0;
            case DATASETS -> 4L * (COUNT / 2 * 1_000 + COUNT / 2 * 100 + COUNT * 10);
            case SQUARE -> 4L * (11 * 22 * 100 + 22 * 22 * 10);
        };
        ReplayReport report = replay(session.trace(), session.trace().options(), FreeSpaceBackend.ORDERED);
        assertTrue(report.liveBytes() > data, () -> "live " + report.liveBytes() + ", of datasets " + data);
        if (test == SpreadSession.DATASETS) {
            assertTrue(report.peakEndOfAllocation() > 4_000_000L + COUNT * 4_000L, "the huge dataset found no hole");
        }
    }

    /** A session that fails and leaves another file, such as a journal: its own exception arrives, and nothing remains. */
    @Test
    void theExceptionOfAFailedSessionIsNotHidden(@TempDir Path parent) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("session"));
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> RecordedSession.of(folder, file -> {
                    try {
                        Files.createFile(folder.resolve("left"));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    throw new IllegalStateException("the session failed");
                }));
        assertEquals("the session failed", failure.getMessage());
        assertFalse(Files.exists(folder));
    }

    private static ReplayReport replay(Trace trace, FileSpaceOptions options, FreeSpaceBackend backend) {
        return new TraceReplay(trace, options.withBackendNamed(backend.label())).run();
    }
}
