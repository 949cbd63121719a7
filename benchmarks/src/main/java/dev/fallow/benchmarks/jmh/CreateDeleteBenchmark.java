package dev.fallow.benchmarks.jmh;

import dev.fallow.Durability;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
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

/** A complete create and delete test of the 2008 report, from file creation to close. */
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

    /**
     * The number of objects in each set; for {@code nested}, the number of groups and of datasets in each, so 500
     * create half a million.
     */
    @Param("500")
    public int count;

    /** One of {@link FreeSpaceBackend}. */
    @Param("ordered")
    public String backend;

    private ReportTest work;
    private Library library;
    private Path folder;
    private Path file;

    /** Creates the directory for the file. */
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

    /** Deletes the file of the previous invocation. */
    @Setup(Level.Invocation)
    public void deleteFile() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Deletes the file and its directory. */
    @TearDown
    public void clear() throws IOException {
        Files.deleteIfExists(file);
        Files.delete(folder);
    }

    /** The test; returns the number of bytes written. */
    @Benchmark
    public long wholeTest() {
        Library.OpenFile open = library.create(file);
        try (open) {
            work.run(open.root(), count);
        }
        return open.writes().bytes();
    }
}
