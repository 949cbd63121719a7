package dev.fallow.cli;

import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceStrategy;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceFormatException;
import dev.fallow.freespace.trace.TraceReplay;
import dev.fallow.options.FreeSpaceBackend;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow replay}: replays one recorded session on each backend. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Replays a recorded session on every backend.",
            "The session is a trace of allocations. The resulting files are compared.",
            "A trace is recorded by opening a container with withTrace(PATH)."
        })
final class ReplayCommand implements Callable<Integer> {
    /** One replay to warm up, then the timed one. */
    private static final int RUNS = 2;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TRACE", description = "A trace.")
    private Path file;

    @Option(
            names = "--backend",
            paramLabel = "B",
            completionCandidates = BackendLabels.class,
            description = "One of: ${COMPLETION-CANDIDATES}. Default: all.")
    private String backend;

    @Option(
            names = "--strategy",
            paramLabel = "S",
            description = "One of: ${COMPLETION-CANDIDATES}. Default: that of the trace.")
    private FileSpaceStrategy strategy;

    @Override
    public Integer call() throws IOException {
        Trace trace;
        if (Files.exists(file) && !Files.isRegularFile(file)) { // a FIFO or a device can be endless
            Messages.complain(spec.commandLine(), file + ": is not a regular file");
            return ExitCode.CANNOT_OPEN;
        }
        try {
            trace = Trace.read(Files.readAllBytes(file));
        } catch (TraceFormatException | IOException e) {
            Messages.complain(
                    spec.commandLine(), file + ": " + (e instanceof IOException ? "cannot be read" : e.getMessage()));
            return ExitCode.CANNOT_OPEN;
        }
        List<FreeSpaceBackend> backends = Arrays.stream(FreeSpaceBackend.values())
                .filter(one -> backend == null || one.label().equals(backend))
                .toList();
        if (backends.isEmpty()) {
            Messages.complain(spec.commandLine(), "unknown backend: " + backend);
            return ExitCode.USAGE;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%,d calls, from %,d bytes%n%n", trace.length(), trace.endOfAllocation());
        out.printf(
                "%-12s %10s %14s %14s %14s %10s %14s%n",
                "backend", "ns/call", "end, bytes", "peak, bytes", "free, bytes", "sections", "probes");
        for (FreeSpaceBackend one : backends) {
            print(out, trace, one);
        }
        return ExitCode.OK;
    }

    private void print(PrintWriter out, Trace trace, FreeSpaceBackend one) {
        FileSpaceOptions options = trace.options().withBackend(one.factory());
        if (strategy != null) {
            options = options.withStrategy(strategy);
        }
        ReplayReport report = null;
        long nanos = 0;
        for (int run = 0; run < RUNS; run++) {
            TraceReplay replay = new TraceReplay(trace, options);
            long start = System.nanoTime();
            report = replay.run();
            nanos = System.nanoTime() - start;
        }
        out.printf(
                "%-12s %10.0f %,14d %,14d %,14d %,10d %,14d%n",
                one.label(),
                (double) nanos / Math.max(1, report.operations()),
                report.endOfAllocation(),
                report.peakEndOfAllocation(),
                report.freeBytes(),
                report.sections(),
                report.probes());
    }

    /** The backends' names, for help and completion. */
    static final class BackendLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(FreeSpaceBackend.values())
                    .map(FreeSpaceBackend::label)
                    .iterator();
        }
    }
}
