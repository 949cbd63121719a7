package dev.fallow.benchmarks.jmh;

import dev.fallow.benchmarks.race.entrant.FallowLibrary;
import dev.fallow.benchmarks.race.entrant.Library;
import dev.fallow.benchmarks.race.entrant.ReportTest;
import dev.fallow.options.Durability;
import dev.fallow.options.FreeSpaceBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A whole create and delete test of the report of 2008, from before the file is created until after it is closed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        warmups = 1,
        jvmArgs = {"-XX:+UseSerialGC", "-Xmx256m"})
@Warmup(iterations = 20)
@Measurement(iterations = 10)
public class CreateDeleteBenchmark {
    /** One of {@link ReportTest}. */
    @Param({"groups", "datasets", "nested", "attributes"})
    public String test;

    /** Objects in each set; for nested groups, and datasets in each: 500 make half a million. */
    @Param("500")
    public int count;

    /** One of {@link FreeSpaceBackend}. */
    @Param("ordered")
    public String backend;

    private ReportTest work;
    private Library library;
    private Path folder;
    private Path file;

    /** Makes the folder for the file. */
    @Setup
    public void prepare() throws IOException {
        work = ReportTest.named(test);
        FreeSpaceBackend chosen = Arrays.stream(FreeSpaceBackend.values())
                .filter(one -> one.label().equals(backend))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no backend " + backend));
        library = new FallowLibrary(chosen, Durability.EACH_COMMIT);
        folder = Files.createTempDirectory("fallow-create-delete");
        file = folder.resolve("file.h5");
    }

    /** Deletes the file of the test before. */
    @Setup(Level.Invocation)
    public void deleteFile() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Deletes file and folder. */
    @TearDown
    public void clear() throws IOException {
        Files.deleteIfExists(file);
        Files.delete(folder);
    }

    /** The test; what was written, so that it is known to have been done. */
    @Benchmark
    public long wholeTest() {
        Library.OpenFile open = library.create(file);
        try (open) {
            work.run(open.root(), count);
        }
        return open.writes().bytes();
    }
}
