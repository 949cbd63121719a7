package dev.fallow.research.readoptimized;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class FileSystemTraceTest {
    private static final Setting SMALL = Setting.scaledDown(64);

    private final StringWriter out = new StringWriter();

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

    private int record(Object... arguments) {
        CommandLine command = new CommandLine(new FileSystemTraceCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(new StringWriter()));
        return command.execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }

    @Test
    void theCommandWritesAFile() throws IOException {
        Path file = folder.resolve("ts.trace");
        assertEquals(0, record("TS", file, 64, 500));
        assertEquals(
                "TS: " + Trace.read(Files.readAllBytes(file)).length() + " calls",
                out.toString().substring(0, out.toString().indexOf(" calls") + 6));
        assertEquals(1, record("TS", folder.resolve("no/such.trace"), 64, 1));
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
            assertEquals(2, record(wrong.toArray()), wrong::toString);
        }
    }
}
