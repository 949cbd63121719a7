package dev.fallow.benchmarks.readoptimized;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileSystemTraceTest {
    private static final Setting SMALL = Setting.scaledDown(64);

    @TempDir
    private Path folder;

    private static FileSystemTrace.Recording record(Workload workload, ByteArrayOutputStream out) {
        return FileSystemTrace.record(workload, SMALL, 4, 2_000, out::write);
    }

    @ParameterizedTest
    @EnumSource
    void aReplayEndsWhereTheRecordingDid(Workload workload) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FileSystemTrace.Recording recording = record(workload, bytes);
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        record(workload, again);
        assertArrayEquals(bytes.toByteArray(), again.toByteArray(), "the same seed, another trace");
        Trace trace = Trace.read(bytes.toByteArray());
        assertEquals(recording.calls(), trace.length());
        ReplayReport report = new TraceReplay(trace, trace.options()).run();
        assertEquals(recording.endOfAllocation(), report.endOfAllocation());
        assertEquals(recording.freeBytes(), report.freeBytes());
        assertEquals(0, report.movedBlocks());
        double used = 100.0 * report.liveBytes() / SMALL.capacity();
        assertTrue(used > 85 && used < 96, workload + ": " + used + " % in use");
        ReplayReport ordered = new TraceReplay(trace, trace.options().withBackend(OrderedFreeSpace.FACTORY)).run();
        assertEquals(report.endOfAllocation(), ordered.endOfAllocation());
        ReplayReport byUnits = new TraceReplay(trace, trace.options(), 1024).run();
        assertEquals(report.endOfAllocation(), byUnits.endOfAllocation(), "all sizes are whole units");
    }

    @Test
    void theCommandWritesAFile() throws IOException {
        Path file = folder.resolve("ts.trace");
        String said =
                FileSystemTrace.of(List.of("TS", file.toString(), "64", "500")).write();
        assertTrue(said.startsWith("TS: " + Trace.read(Files.readAllBytes(file)).length() + " calls"), said);
        FileSystemTrace nowhere =
                FileSystemTrace.of(List.of("TS", folder.resolve("no/such.trace").toString(), "64", "1"));
        assertThrows(NoSuchFileException.class, nowhere::write);
    }

    @Test
    void wrongArgumentsAreNamed() {
        for (List<String> wrong : List.of(
                List.<String>of(),
                List.of("TS"),
                List.of("XX", "file"),
                List.of("TS", "file", "0"),
                List.of("TS", "file", "7"),
                List.of("TS", "file", "many"),
                List.of("TS", "file", "16", "-1"),
                List.of("TS", "file", "16", "1", "more"))) {
            assertThrows(IllegalArgumentException.class, () -> FileSystemTrace.of(wrong), wrong::toString);
        }
    }
}
