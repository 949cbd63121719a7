package dev.fallow.benchmarks.jmh;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.workload.SizeDistribution;
import dev.fallow.research.workload.SpaceLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Iterates over all sections in address order, as when the section list of a file is written. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 3, jvmArgs = "-Xmx3g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class WalkBenchmark {
    /** One of {@link Contenders}. */
    @Param({"two-tree-maps", "size-bins", "ordered", "linked-list", "bitmap"})
    public String contender;

    /** The approximate number of free sections. */
    @Param({"1000", "10000", "100000"})
    public int sections;

    private FreeSpace space;

    /** Ages the layout. */
    @Setup
    public void load() {
        space = SpaceLayout.aged(SizeDistribution.HOT_SIZES, sections, Contenders.ORDERED.factory())
                .load(Contenders.named(contender).factory());
    }

    /** Visits each section once. */
    @Benchmark
    public void walk(Blackhole seen) {
        space.forEach((address, size) -> seen.consume(address + size));
    }
}
