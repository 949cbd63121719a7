package dev.fallow.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.cli.map.ReplayPicture;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.text.Json;
import dev.fallow.options.FileSpaceStrategy;
import dev.fallow.options.FreeSpaceBackend;
import dev.fallow.report.AllocationTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PICTURE",
            description = "Also draw the table: a file that ends with .svg or .png. An existing one is replaced.")
    private Path picture;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (picture != null && !ReplayPicture.isName(picture)) {
            throw new ParameterException(
                    spec.commandLine(), "-o: expected a name that ends with .svg or .png, found " + picture);
        }
        AllocationTrace trace = AllocationTrace.read(file);
        List<FreeSpaceBackend> backends = Arrays.stream(FreeSpaceBackend.values())
                .filter(one -> backend == null || one.label().equals(backend))
                .toList();
        if (backends.isEmpty()) {
            Messages.complain(spec.commandLine(), "unknown backend: " + backend);
            return ExitCode.USAGE;
        }
        List<Result> results = new ArrayList<>();
        for (FreeSpaceBackend one : backends) {
            results.add(replay(trace, one));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (picture != null) {
            draw(trace, results);
        }
        if (json) {
            Json.print(out, "replay/1", generator -> write(generator, trace, results));
        } else {
            print(out, trace, results);
        }
        return ExitCode.OK;
    }

    /** A replay on a backend, with the time of a call. */
    private record Result(String backend, double nanosPerCall, AllocationTrace.Replay report) {}

    private Result replay(AllocationTrace trace, FreeSpaceBackend one) {
        AllocationTrace.Replay report = null;
        for (int run = 0; run < RUNS; run++) {
            report = trace.replay(one, strategy);
        }
        return new Result(one.label(), (double) report.nanos() / Math.max(1, report.operations()), report);
    }

    private static void print(PrintWriter out, AllocationTrace trace, List<Result> results) {
        out.printf("%,d calls, from %,d bytes%n%n", trace.calls(), trace.endOfAllocation());
        out.printf(
                "%-12s %10s %14s %14s %14s %10s %14s%n",
                "backend", "ns/call", "end, bytes", "peak, bytes", "free, bytes", "sections", "probes");
        for (Result one : results) {
            out.printf(
                    "%-12s %10.0f %,14d %,14d %,14d %,10d %,14d%n",
                    one.backend,
                    one.nanosPerCall,
                    one.report.endOfAllocation(),
                    one.report.peakEndOfAllocation(),
                    one.report.freeBytes(),
                    one.report.sections(),
                    one.report.probes());
        }
    }

    private void draw(AllocationTrace trace, List<Result> results) throws IOException {
        ReplayPicture.write(
                picture,
                file.getFileName().toString(),
                "%,d calls, from %,d bytes".formatted(trace.calls(), trace.endOfAllocation()),
                results.stream().map(Result::backend).toList(),
                List.of(
                        figure("nanoseconds a call", results, Result::nanosPerCall),
                        figure("end of allocation, bytes", results, one -> one.report.endOfAllocation()),
                        figure("highest end of allocation, bytes", results, one -> one.report.peakEndOfAllocation()),
                        figure("free at the end, bytes", results, one -> one.report.freeBytes()),
                        figure("probes", results, one -> one.report.probes())));
    }

    private static ReplayPicture.Figure figure(String title, List<Result> results, ToDoubleFunction<Result> value) {
        return new ReplayPicture.Figure(
                title, results.stream().map(one -> value.applyAsDouble(one)).toList());
    }

    private static void write(JsonGenerator json, AllocationTrace trace, List<Result> results) throws IOException {
        json.writeNumberField("calls", trace.calls());
        json.writeNumberField("endOfAllocationBefore", trace.endOfAllocation());
        json.writeArrayFieldStart("backends");
        for (Result one : results) {
            json.writeStartObject();
            json.writeStringField("backend", one.backend);
            json.writeNumberField("nanosPerCall", one.nanosPerCall);
            json.writeNumberField("endOfAllocation", one.report.endOfAllocation());
            json.writeNumberField("peakEndOfAllocation", one.report.peakEndOfAllocation());
            json.writeNumberField("freeBytes", one.report.freeBytes());
            json.writeNumberField("sections", one.report.sections());
            json.writeNumberField("probes", one.report.probes());
            json.writeEndObject();
        }
        json.writeEndArray();
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
