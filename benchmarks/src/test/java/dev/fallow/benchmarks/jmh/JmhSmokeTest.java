package dev.fallow.benchmarks.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.FreeSpaceBackend;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.page.Search;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every JMH benchmark runs with every contender, at a size that is too small for meaningful times. */
class JmhSmokeTest {
    private static ChainedOptionsBuilder once(Class<?> benchmark) {
        return new OptionsBuilder()
                .include(benchmark.getName() + "\\.")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .shouldDoGC(false)
                .verbosity(VerboseMode.SILENT);
    }

    private static Set<String> run(ChainedOptionsBuilder options, String parameter) throws RunnerException {
        Collection<RunResult> results = new Runner(options.build()).run();
        Set<String> values = new TreeSet<>();
        for (RunResult result : results) {
            values.add(result.getParams().getParam(parameter));
        }
        return values;
    }

    private static String[] contenders(String... left) {
        Set<String> out = Set.of(left);
        return Contenders.all().stream()
                .map(Contender::name)
                .filter(name -> !out.contains(name))
                .toArray(String[]::new);
    }

    @Test
    void steadyState() throws RunnerException {
        String[] all = contenders();
        Set<String> seen = run(
                once(SteadyStateBenchmark.class)
                        .param("contender", all)
                        .param("sections", "50")
                        .param("extendPercent", "20"),
                "contender");
        assertEquals(Set.of(all), seen);
    }

    @Test
    void walk() throws RunnerException {
        String[] all = contenders("mvstore-bitset");
        Set<String> seen = run(once(WalkBenchmark.class).param("contender", all).param("sections", "50"), "contender");
        assertEquals(Set.of(all), seen);
    }

    @Test
    void bitmapPages() throws RunnerException {
        Set<String> seen = run(once(BitmapPageBenchmark.class).param("freePercent", "0", "38"), "search");
        Set<String> all = new TreeSet<>();
        Search.all().forEach(search -> all.add(search.name()));
        all.remove(Search.NOT_VECTORISED); // the same code as another one, in another JVM
        assertEquals(all, seen);
    }

    @Test
    void runAtTheEnd() throws RunnerException {
        assertEquals(Set.of("12", "15"), run(once(RunAtTheEndBenchmark.class).param("lgBits", "12", "15"), "lgBits"));
    }

    @Test
    void createDelete() throws RunnerException {
        String[] all = Arrays.stream(FreeSpaceBackend.values())
                .map(FreeSpaceBackend::label)
                .toArray(String[]::new);
        ChainedOptionsBuilder options = once(CreateDeleteBenchmark.class)
                .param("library", "fallow")
                .param("count", "6")
                .param("commits", "0", "4")
                .param("durability", "at-close")
                .param("backend", all);
        assertEquals(Set.of(all), run(options, "backend"));
    }

    /** Every library that is here does every test with every strategy, and the length of the file is a result. */
    @Test
    void createDeleteByEveryLibrary() throws RunnerException {
        String[] libraries =
                Hdf5Library.isForThisPlatform() ? new String[] {"fallow", "libhdf5"} : new String[] {"fallow"};
        ChainedOptionsBuilder options = once(CreateDeleteBenchmark.class)
                .param("library", libraries)
                .param("count", "3")
                .param("commits", "2")
                .param("strategy", "fsm-aggr", "page", "aggr", "none");
        Collection<RunResult> results = new Runner(options.build()).run();
        assertEquals(libraries.length * 4 * 4, results.size());
        for (RunResult result : results) {
            double bytes = result.getSecondaryResults().get("fileBytes").getScore();
            assertTrue(bytes > 150, () -> result.getParams() + ": " + bytes);
        }
    }

    @Test
    void policies() throws RunnerException {
        Set<String> seen = run(
                once(PoliciesBenchmark.class)
                        .param("trace", "groups", "web-objects")
                        .param("objects", "60"),
                "policy");
        assertEquals(
                Policies.all().stream()
                        .map(policy -> Policies.label(policy.name()))
                        .collect(Collectors.toCollection(TreeSet::new)),
                seen,
                "the values of the parameter are all policies");
    }

    @Test
    void elements() throws RunnerException {
        String[] works = {"write", "overwrite", "none-read", "deflate-1-slices", "append-1000", "tree-delete"};
        String sizes = "rows=256,columns=512,slices=10,doubles=1000,appended=2000,rounds=1,chunks=500,deleted=100";
        Set<String> seen =
                run(once(ElementsBenchmark.class).param("work", works).param("sizes", sizes), "work");
        assertEquals(Set.of(works), seen);
    }
}
