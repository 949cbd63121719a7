package dev.fallow.benchmarks.jmh;

import dev.fallow.research.page.AgedPage;
import dev.fallow.research.page.Search;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Searches a bitmap page of 8,192 bytes for runs of 1 to {@value #LONGEST} bits, each once per invocation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BitmapPageBenchmark {
    static final int LONGEST = 32;

    /** One of {@link Search}; the one without vector instructions needs an option of the JVM: -jvmArgsAppend -XX:-UseSuperWord. */
    @Param({
        "loop",
        "loop, 8 bits",
        "loop, 16 bits",
        "loop, 32 bits",
        "loop, 64 bits",
        "as printed, 8 bits",
        "as printed, 16 bits",
        "as printed, 32 bits",
        "as printed, 64 bits",
        "early stop, 8 bits",
        "early stop, 16 bits",
        "early stop, 32 bits",
        "early stop, 64 bits",
        "zero skip, 8 bits",
        "zero skip, 16 bits",
        "zero skip, 32 bits",
        "zero skip, 64 bits",
        "shifts hoisted, 8 bits",
        "shifts hoisted, 16 bits",
        "shifts hoisted, 32 bits",
        "shifts hoisted, 64 bits",
        "unrolled, 8 bits",
        "unrolled, 16 bits",
        "unrolled, 32 bits",
        "unrolled, 64 bits",
        "tuned, 64 bits",
        "filtered",
        "256 words at once",
        "256 words at once, zero skip",
        "summaries"
    })
    public String search;

    /** The free share of the page in percent; 0 for a page without ageing and without free blocks. */
    @Param({"0", "51", "38", "4"})
    public int freePercent;

    private LongUnaryOperator page;

    /** Ages the page. */
    @Setup
    public void load() {
        long[] words = freePercent == 0 ? new long[AgedPage.BITS / 64] : AgedPage.of(freePercent, 0);
        page = Search.named(search).over().apply(words);
    }

    /** One search of each length; returns the sum of the results. */
    @Benchmark
    @OperationsPerInvocation(LONGEST)
    public long searches() {
        long sum = 0;
        for (int length = 1; length <= LONGEST; length++) {
            sum += page.applyAsLong(length);
        }
        return sum;
    }
}
