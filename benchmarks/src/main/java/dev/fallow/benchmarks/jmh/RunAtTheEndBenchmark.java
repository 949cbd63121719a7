package dev.fallow.benchmarks.jmh;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
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

/** Allocates and releases a block in a bitmap of which only the last 100 bits are free. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgs = "-Xmx3g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RunAtTheEndBenchmark {
    private static final int RUN = 100;

    /** log2 of the number of bits in the map. */
    @Param({"12", "18", "24", "30"})
    public int lgBits;

    private BitmapFreeSpace space;

    /** Creates the map. */
    @Setup
    public void load() {
        space = new BitmapFreeSpace();
        space.free((1L << lgBits) - RUN, RUN);
    }

    /** The search alone. */
    @Benchmark
    public long search() {
        return space.lowestFit(RUN);
    }

    /** The search, and both changes of the map. */
    @Benchmark
    public long allocateAndFree() {
        long address = space.allocate(RUN);
        space.free(address, RUN);
        return address;
    }
}
