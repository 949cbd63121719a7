package dev.fallow.benchmarks.jmh;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.workload.Chunk;
import dev.fallow.research.workload.Driver;
import dev.fallow.research.workload.Mix;
import dev.fallow.research.workload.Replay;
import dev.fallow.research.workload.Replays;
import dev.fallow.research.workload.SizeDistribution;
import dev.fallow.research.workload.SpaceLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Releases, allocations and extensions in an aged layout: {@value #OPERATIONS} operations per invocation, which is long
 * enough to be timed. Their answers are computed beforehand.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgs = "-Xmx3g")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SteadyStateBenchmark {
    static final int OPERATIONS = 4096;

    /** One of {@link Contenders}. The slow ones are not among the defaults; select them with {@code -p}. */
    @Param({"two-tree-maps", "size-bins", "ordered", "bitmap"})
    public String contender;

    /** One of {@link SizeDistribution}. */
    @Param({"hot-sizes"})
    public String sizes;

    /** The approximate number of free sections. */
    @Param({"1000", "10000", "100000"})
    public int sections;

    /** The percentage of operations that extend a block. */
    @Param({"0", "20"})
    public int extendPercent;

    private FreeSpace space;
    private Driver driver;
    private Replay loop;
    private final Chunk chunk = new Chunk(OPERATIONS);

    /** Ages the layout. */
    @Setup
    public void load() {
        Contender chosen = Contenders.named(contender);
        SizeDistribution distribution = SizeDistribution.named(sizes);
        SpaceLayout layout = SpaceLayout.aged(distribution, sections, Contenders.ORDERED.factory());
        space = layout.load(chosen.factory());
        FreeSpace drivers = layout.load(Contenders.driverOf(chosen.placement()));
        driver = new Driver(layout, drivers, distribution, new Mix("jmh", extendPercent), 1);
        loop = Replays.ofItsOwn();
    }

    /** Generates the next operations and their answers. */
    @Setup(Level.Invocation)
    public void prepare() {
        driver.next(chunk, OPERATIONS);
    }

    /** Executes the operations; throws on a wrong answer. */
    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operations() {
        loop.replay(space, chunk);
    }
}
