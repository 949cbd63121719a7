package dev.fallow.benchmarks.jmh;

import dev.fallow.benchmarks.data.Field;
import dev.fallow.benchmarks.data.Libraries;
import dev.fallow.benchmarks.data.Sizes;
import dev.fallow.benchmarks.data.Task;
import dev.fallow.benchmarks.data.Work;
import dev.fallow.benchmarks.data.Works;
import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** One row of the data command, on prepared files that Fallow writes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseSerialGC", "-Xmx2g"})
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class ElementsBenchmark {
    /** A row of the data command. */
    @Param({
        "write",
        "read",
        "overwrite",
        "none-write",
        "none-read",
        "none-slices",
        "deflate-1-write",
        "deflate-1-read",
        "deflate-1-slices",
        "deflate-6-read",
        "lz4-read",
        "zstd-read",
        "blosc-read",
        "append-1",
        "append-1000",
        "tree-first-element",
        "tree-random-elements",
        "tree-all-elements",
        "tree-delete",
        "array-first-element",
        "array-random-elements",
        "array-all-elements",
        "array-delete"
    })
    public String work;

    /** One of {@code fallow}, {@code libhdf5}, {@code jhdf}. */
    @Param(Libraries.FALLOW)
    public String library;

    /** How much there is to do. */
    @Param("rows=512,columns=16384,slices=500,doubles=8388608,appended=20000,rounds=10,chunks=100000,deleted=20000")
    public String sizes;

    private Path folder;
    private Task task;
    private boolean first = true;

    /** Writes the field and the file that is read. */
    @Setup
    public void prepare() throws IOException {
        Sizes all = Sizes.parse(sizes);
        Work row = Works.named(work);
        folder = Files.createTempDirectory("fallow-elements");
        Field.write(folder, all);
        Optional<Work> preparation = Works.preparation(row.source());
        if (preparation.isPresent()) {
            Task writer = new Task(Libraries.named(Libraries.FALLOW), Libraries.FALLOW, preparation.get(), all, folder);
            writer.prepare(true);
            writer.run();
            Files.move(writer.file(), Task.prepared(folder, row.source()));
        }
        DataLibrary chosen = Libraries.named(library);
        if (row.kind() == Kind.CHURN || !chosen.can(row.kind(), row.codec())) {
            throw new IllegalArgumentException(library + " does not do " + work);
        }
        task = new Task(chosen, library, row, all, folder);
    }

    /** Prepares what is not measured. */
    @Setup(Level.Invocation)
    public void prepareInvocation() throws IOException {
        task.prepare(first);
        first = false;
    }

    /** Deletes the files. */
    @TearDown
    public void clear() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** The work; returns what was read. */
    @Benchmark
    public Object run() throws IOException {
        return task.run();
    }
}
