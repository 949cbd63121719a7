package dev.fallow.benchmarks.jmh;

import dev.fallow.freespace.trace.Trace;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Figures;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TournamentEntry;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Replays recorded allocations and releases with one policy. The time is that of a whole trace; the result {@code cpuNanos} is the
 * CPU time of one request, and {@code peak} the highest end of the allocated space, divided by the most bytes in use: 1 is optimal. {@code moved} is the bytes moved for each byte allocated; 0 if blocks stay where they are.
 * Before it is timed, a policy answers all requests beside a naive model, which checks every answer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class PoliciesBenchmark {
    /** A name of the tournament, in lower case and with hyphens, or of a {@link dev.fallow.research.tournament.PolicyProvider}. */
    @Param({
        "ordered",
        "size-bins",
        "linked-list",
        "two-tree-maps",
        "bitmap-8-b",
        "bitmap-4-kb",
        "printed-search",
        "mvstore-bitset",
        "pmflf-w-0",
        "pmflf-w-256",
        "pmflf-one-misc-list-w-0",
        "pmflf-one-misc-list-w-256",
        "binary-buddy",
        "restricted-buddy-5-1-clustered",
        "restricted-buddy-5-2",
        "restricted-buddy-2-1-clustered",
        "restricted-buddy-2-2",
        "first-fit-1-range",
        "first-fit-3-ranges",
        "first-fit-5-ranges",
        "best-fit-1-range",
        "best-fit-3-ranges",
        "best-fit-5-ranges",
        "fixed-4-kb",
        "fixed-16-kb",
        "matball-64-kb-16",
        "matball-64-kb-32",
        "matball-256-kb-16",
        "matball-256-kb-32",
        "promised-1-05",
        "promised-1-10",
        "cost-oblivious-0-017",
        "cost-oblivious-0-033",
        "cost-oblivious-0-1"
    })
    public String policy;

    /**
     * One of {@link TraceSource}, in lower case and with hyphens, recorded when the JVM starts: {@code groups}, {@code datasets},
     * {@code nested}, {@code attributes}, {@code web-objects-kept}, {@code web-objects}, {@code file-system-small}, {@code
     * file-system}; or the path of a file ending in {@code .trace} that {@code CreateOptions.withTrace} wrote.
     */
    @Param({"groups", "web-objects"})
    public String trace;

    /** How much is recorded: the objects of each set in a container; five halves as many of a web server. */
    @Param("500")
    public int objects;

    private Contestant contestant;
    private Requests requests;
    private Figures figures;
    private TournamentEntry entry;

    /** Results beside the elapsed time, which count on a machine that is busy with other work, too. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Costs {
        private int iterations;
        private long requests;
        private long nanos;
        private double ratio;
        private double moves;

        /** JMH adds what the measured iterations of all JVMs report. */
        @Setup
        public void prepare(BenchmarkParams parameters) {
            iterations = parameters.getMeasurement().getCount() * Math.max(1, parameters.getForks());
        }

        /** Forgets the requests of the iteration before. */
        @Setup(Level.Iteration)
        public void reset() {
            requests = 0;
            nanos = 0;
        }

        /** The share of an iteration in the mean CPU time of the thread for a request. */
        public double cpuNanos() {
            return (double) nanos / requests / iterations;
        }

        /** The share of an iteration in the ratio of the highest end to the most bytes in use. */
        public double peak() {
            return ratio / iterations;
        }

        /** The share of an iteration in the bytes moved for each byte allocated. */
        public double moved() {
            return moves / iterations;
        }
    }

    /**
     * Records the trace, finds the volume that the policy needs, and checks its answers.
     *
     * @throws IllegalStateException if an answer is wrong
     */
    @Setup
    public void load() throws IOException {
        contestant = Policies.named(policy);
        requests = Requests.of(recorded());
        figures = contestant.figures(requests, contestant.volume(requests));
    }

    private Trace recorded() throws IOException {
        if (isFile(trace)) {
            return Trace.read(Files.readAllBytes(Path.of(trace)));
        }
        return source(trace)
                .record(new TraceSource.Amounts(objects, objects * 5 / 2, 64, objects * 5, 32, objects * 5), 1);
    }

    private static boolean isFile(String trace) {
        return trace.endsWith(".trace");
    }

    private static TraceSource source(String trace) {
        List<TraceSource> all = Arrays.asList(TraceSource.values());
        return all.stream()
                .filter(one -> Policies.label(one.label()).equals(trace))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("trace: no " + trace
                        + "; expected a .trace file or one of "
                        + all.stream().map(one -> Policies.label(one.label())).toList()));
    }

    /** @throws IllegalArgumentException if it is neither a recording nor a file that is there; the message lists the names */
    static void checkTrace(String trace) {
        if (!isFile(trace)) {
            source(trace);
        } else if (!Files.isReadable(Path.of(trace))) {
            throw new IllegalArgumentException("trace: cannot read " + trace);
        }
    }

    /** A new manager, or an empty volume. */
    @Setup(Level.Invocation)
    public void empty() {
        entry = contestant.entry(requests, figures.volume());
    }

    /**
     * Makes all requests.
     *
     * @throws IllegalStateException if one is refused, which was served when the answers were checked
     */
    @Benchmark
    public void replay(Costs costs) {
        long start = Searching.now();
        if (!requests.replay(entry)) {
            throw new IllegalStateException(policy + ": a request is refused that was served earlier");
        }
        costs.nanos += Searching.now() - start;
        costs.requests += requests.count();
        costs.ratio = (double) figures.peakExtent() / figures.mostAsked();
        costs.moves = (double) figures.movedBytes() / requests.allocated();
    }
}
