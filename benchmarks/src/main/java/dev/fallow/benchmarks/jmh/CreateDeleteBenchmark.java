package dev.fallow.benchmarks.jmh;

import dev.fallow.Durability;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.benchmarks.race.finalfile.ReadThrough;
import dev.fallow.research.createdelete.Contents;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A complete create and delete test of the HDF Group's report of 2008 by each library, from file creation to close. Two
 * more results are {@code cpuMillis}, user and system time of the JVM or program, and {@code fileBytes}, the length of the closed
 * file. In the end libhdf5, where there is one, reads the last file, which must have the contents that the test leaves.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseSerialGC", "-Xmx256m"})
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
public class CreateDeleteBenchmark {
    /**
     * One of {@code fallow}, {@code libhdf5} (both in the JVM of the benchmark), {@code libhdf5-c} and {@code hdf5-pure} (programs,
     * named by the environment variables {@code FALLOW_C_PROGRAM} and {@code FALLOW_RUST_PROGRAM}, a process for each test, whose
     * start is included; without commits between operations, and hdf5-pure with groups and datasets only). {@code jhdf} is
     * refused with the reason: it deletes nothing.
     */
    @Param({"fallow", "libhdf5"})
    public String library;

    /** One of {@link ReportTest}. */
    @Param({"groups", "datasets", "attributes", "nested"})
    public String test;

    /**
     * The number of objects in each set; for {@code nested}, the number of groups and of datasets in each, so 500
     * create half a million.
     */
    @Param("100")
    public String count;

    /** One of {@link FileSpaceStrategy}, in lower case: {@code fsm-aggr}, {@code page}, {@code aggr}, {@code none}. */
    @Param("fsm-aggr")
    public String strategy;

    /**
     * The number of creations and deletions between commits; 0 for none before the file is closed. A commit of libhdf5 is
     * {@code H5Fflush}.
     */
    @Param("0")
    public String commits;

    /** One of {@link FreeSpaceBackend}. Only Fallow has it; the others ignore it. */
    @Param("ordered")
    public String backend;

    /**
     * One of {@link Durability}, in lower case: {@code each-commit}, {@code at-close}, {@code never}. Only Fallow has it; the
     * others ignore it and force nothing, as Fallow with {@code never}.
     */
    @Param("each-commit")
    public String durability;

    private EditorSettings settings;
    private Editor.Session session;
    private Path folder;
    private Path file;

    /** Results beside the elapsed time, which count on a machine that is busy with other work, too. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Costs {
        private int iterations;
        private long runs;
        private double cpuSeconds;
        private long lastBytes;

        /** JMH adds what the measured iterations of all JVMs report. */
        @Setup
        public void prepare(BenchmarkParams parameters) {
            iterations = parameters.getMeasurement().getCount() * Math.max(1, parameters.getForks());
        }

        /** Forgets the runs of the iteration before. */
        @Setup(Level.Iteration)
        public void reset() {
            runs = 0;
            cpuSeconds = 0;
        }

        private void add(double seconds, long bytes) {
            runs++;
            cpuSeconds += seconds;
            lastBytes = bytes;
        }

        /** The share of an iteration in the mean user and system time of a test in milliseconds. */
        public double cpuMillis() {
            return 1_000 * cpuSeconds / runs / iterations;
        }

        /** The share of an iteration in the mean length of the closed file in bytes. */
        public double fileBytes() {
            return (double) lastBytes / iterations;
        }
    }

    /**
     * Creates the directory for the file.
     *
     * @throws IllegalArgumentException if the library does not do this test with these parameters
     */
    @Setup
    public void prepare() throws IOException {
        settings = EditorSettings.of(test, count, strategy, commits, backend, durability);
        Editor editor = Editor.named(library);
        editor.refusal(settings).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        session = editor.session(settings);
        folder = Files.createTempDirectory("fallow-create-delete");
        file = folder.resolve("file.h5");
    }

    /** Deletes the file of the previous invocation. */
    @Setup(Level.Invocation)
    public void deleteFile() throws IOException {
        Files.deleteIfExists(file);
    }

    /**
     * Checks the last file, and deletes it and its directory.
     *
     * @throws IllegalStateException if the file does not have the contents that the test leaves
     */
    @TearDown
    public void clear() throws IOException {
        if (Hdf5Library.isForThisPlatform()) {
            Contents found = ReadThrough.of(file);
            Contents expected = settings.test().left(settings.count());
            if (!found.equals(expected)) {
                throw new IllegalStateException(library + ", " + test + ": found " + found + ", expected " + expected);
            }
        }
        Files.deleteIfExists(file);
        Files.delete(folder);
    }

    /** The test, and the question for the file's length, which is small against any test. */
    @Benchmark
    public void wholeTest(Costs costs) throws IOException, InterruptedException {
        costs.add(session.run(file), Files.size(file));
    }
}
