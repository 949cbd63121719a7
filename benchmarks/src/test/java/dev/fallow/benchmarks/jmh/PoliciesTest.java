package dev.fallow.benchmarks.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The values of the parameter {@code policy}. */
class PoliciesTest {
    /** JmhSmokeTest says that the values of the parameter are these. */
    @Test
    void theReadmeHasTheirNumber() throws IOException {
        Matcher number =
                Pattern.compile("with each of (\\d+) policies").matcher(Files.readString(Path.of("README.md")));
        assertTrue(number.find());
        assertEquals(Policies.all().size(), Integer.parseInt(number.group(1)));
    }

    /** Blocks that move pass the checks of the benchmark, and what they cost is a result. */
    @Test
    void movedBytesAreAResult() throws RunnerException {
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(PoliciesBenchmark.class.getName())
                        .param("policy", "ordered", "promised-1-05", "cost-oblivious-0-1")
                        .param("trace", "web-objects")
                        .param("objects", "60")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(1))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            double moved = result.getSecondaryResults().get("moved").getScore();
            double peak = result.getSecondaryResults().get("peak").getScore();
            switch (result.getParams().getParam("policy")) {
                case "ordered" -> assertEquals(0, moved);
                case "promised-1-05" -> assertTrue(moved > 0 && moved <= 40 && peak <= 1.05, moved + ", " + peak);
                default -> assertTrue(moved > 1 && peak <= 1.1 / 0.9, moved + ", " + peak);
            }
        }
    }
}
