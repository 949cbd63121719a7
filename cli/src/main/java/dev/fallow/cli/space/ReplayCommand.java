package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.AllocationTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow replay}: replays one recorded session on each backend. */
@Command(
        name = "replay",
        description = {
            "Replays a recorded session on every backend.",
            "The session is a trace of allocations. The resulting files are compared.",
            "A trace is recorded by opening a container with withTrace(PATH)."
        })
public final class ReplayCommand extends Verb {
    /** One replay to warm up, then the timed one. */
    private static final int RUNS = 2;

    private static final int WIDTH = 720;
    private static final int LEFT = 12;
    private static final int LABELS = 110;
    private static final int NUMBERS = 130;
    private static final int TOP = 56;
    private static final int BAR = 18;
    private static final int BETWEEN_BLOCKS = 34;
    private static final int TEXT = 0x222222;
    private static final int GREY = 0x777777;
    private static final int FILL = 0x1F5FA8;
    private static final String SVG = ".svg";

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
        String name = picture == null ? SVG : picture.getFileName().toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(SVG) && !name.endsWith(".png")) {
            throw wrong("-o: expected a name that ends with .svg or .png, found " + picture);
        }
        AllocationTrace trace = AllocationTrace.read(file);
        List<FreeSpaceBackend> backends = Arrays.stream(FreeSpaceBackend.values())
                .filter(one -> backend == null || one.label().equals(backend))
                .toList();
        if (backends.isEmpty()) {
            complain("unknown backend: " + backend);
            return ExitCode.USAGE;
        }
        List<Result> results = new ArrayList<>();
        for (FreeSpaceBackend one : backends) {
            results.add(replay(trace, one));
        }
        if (picture != null) {
            draw(trace, results, name.endsWith(SVG));
        }
        if (json) {
            Json.print(out(), "replay/1", generator -> write(generator, trace, results));
        } else {
            print(out(), trace, results);
        }
        return ExitCode.OK;
    }

    /** A replay on a backend, with the time of a call. */
    private record Result(String backend, double nanosPerCall, AllocationTrace.Replay report) {}

    private Result replay(AllocationTrace trace, FreeSpaceBackend one) {
        AllocationTrace.Replay report = null;
        for (int run = 0; run < RUNS; run++) {
            report = strategy == null ? trace.replay(one) : trace.replay(one, strategy);
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

    /** A figure of all backends, with its unit in the title. */
    private record Figure(String title, ToDoubleFunction<Result> value) {}

    /** Draws a block for each figure, with a bar for each backend. */
    private void draw(AllocationTrace trace, List<Result> results, boolean svg) throws IOException {
        List<Figure> figures = List.of(
                new Figure("nanoseconds a call", Result::nanosPerCall),
                new Figure("end of allocation, bytes", one -> one.report.endOfAllocation()),
                new Figure("highest end of allocation, bytes", one -> one.report.peakEndOfAllocation()),
                new Figure("free at the end, bytes", one -> one.report.freeBytes()),
                new Figure("probes", one -> one.report.probes()));
        int height = TOP + figures.size() * (BETWEEN_BLOCKS + results.size() * BAR);
        Drawing drawing = Drawing.of(svg, WIDTH, height);
        drawing.text(LEFT, 22, 16, TEXT, file.getFileName().toString());
        String below = "%,d calls, from %,d bytes".formatted(trace.calls(), trace.endOfAllocation());
        drawing.text(LEFT, 40, 12, GREY, below);
        double y = TOP;
        for (Figure figure : figures) {
            drawing.text(LEFT, y + 14, 12, TEXT, figure.title);
            y += 20;
            double most = results.stream().mapToDouble(figure.value).max().orElse(0);
            for (Result one : results) {
                double value = figure.value.applyAsDouble(one);
                double width = most > 0 ? (WIDTH - LEFT - LABELS - NUMBERS) * value / most : 0;
                drawing.text(LEFT, y + 13, 12, GREY, one.backend);
                drawing.rectangle(LEFT + LABELS, y + 3, width, BAR - 4, FILL);
                drawing.text(LEFT + LABELS + width + 6, y + 13, 12, TEXT, String.format(Locale.ROOT, "%,.0f", value));
                y += BAR;
            }
            y += BETWEEN_BLOCKS - 20;
        }
        OutputFile.replace(picture, drawing::write);
    }

    private static void write(JsonGenerator json, AllocationTrace trace, List<Result> results) throws IOException {
        json.writeNumberField("calls", trace.calls());
        json.writeNumberField("endOfAllocationBefore", trace.endOfAllocation());
        Json.array(json, "backends", results, one -> {
            json.writeStringField("backend", one.backend);
            json.writeNumberField("nanosPerCall", one.nanosPerCall);
            json.writeNumberField("endOfAllocation", one.report.endOfAllocation());
            json.writeNumberField("peakEndOfAllocation", one.report.peakEndOfAllocation());
            json.writeNumberField("freeBytes", one.report.freeBytes());
            json.writeNumberField("sections", one.report.sections());
            json.writeNumberField("probes", one.report.probes());
        });
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
