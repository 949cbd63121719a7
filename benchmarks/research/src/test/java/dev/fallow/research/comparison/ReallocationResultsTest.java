package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.experiment.ReallocationClaims;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.tournament.MovingPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents say about the experiment {@code reallocation} is what its committed numbers say. */
class ReallocationResultsTest {
    private static final Path RESULTS = Path.of("..", "results");
    private static final String PROMISED = "promised 1.05";
    private static final String OBLIVIOUS = "cost-oblivious 0.033";
    private static final String LARGE = "few large replaced";

    private final GroupNumbers traces;
    private final GroupNumbers hard;

    ReallocationResultsTest() throws IOException {
        Results results = SavedResults.read(RESULTS.resolve("reallocation").resolve("full.json"))
                .results();
        traces = new GroupNumbers(results, "reallocation", "traces of the tournament");
        hard = traces.of("hard sequences");
    }

    private static String words(Path document) throws IOException {
        return Files.readString(document).replaceAll("\\s+", " ");
    }

    private static String readme() throws IOException {
        return words(RESULTS.resolve("README.md"));
    }

    private static String shrinking() throws IOException {
        return words(Path.of("..", "..", "docs", "explanation", "shrinking.md"));
    }

    private static List<Interval> times(GroupNumbers numbers) {
        return new ReallocationClaims(numbers).allTimes();
    }

    private static void has(String text, String phrase) {
        assertTrue(text.contains(phrase), () -> "expected: " + phrase);
    }

    @Test
    void timesAtTheSameFootprint() throws IOException {
        String phrase = ReallocationClaims.range(times(traces)) + " times as many bytes on the traces, and "
                + ReallocationClaims.range(times(hard)) + " times on the hard sequences";
        has(readme(), phrase);
        has(shrinking(), phrase);
        List<Interval> all =
                Stream.concat(times(traces).stream(), times(hard).stream()).toList();
        long agree = all.stream()
                .filter(times -> times.low() >= 10 && times.high() <= 30)
                .count();
        has(readme(), "this holds in %d of %d cases".formatted(agree, all.size()));
    }

    @Test
    void blocks() throws IOException {
        String oblivious = hard.brief(Metric.MOVED_BLOCKS, OBLIVIOUS, LARGE);
        String promised = hard.brief(Metric.MOVED_BLOCKS, PROMISED, LARGE);
        has(readme(), oblivious + " for each block allocated, and `" + PROMISED + "` " + promised);
        has(shrinking(), "it moves " + oblivious + " blocks for each block allocated");
        has(shrinking(), promised + " with e = 0.05");
        double more = hard.value(Metric.MOVED_BYTES, OBLIVIOUS, LARGE);
        assertTrue(more > hard.value(Metric.MOVED_BYTES, PROMISED, LARGE), "more bytes but fewer blocks");
    }

    @Test
    void theTableOfTheReadme() throws IOException {
        String text = Files.readString(RESULTS.resolve("README.md"));
        for (String policy : List.of(PROMISED, OBLIVIOUS)) {
            String cells = Stream.concat(
                            Stream.of("groups", "web objects", "file system, small")
                                    .map(column -> traces.median(Metric.MOVED_BYTES, policy, column)),
                            Stream.of("churn", "robson", LARGE)
                                    .map(column -> hard.median(Metric.MOVED_BYTES, policy, column)))
                    .map(Interval::toString)
                    .collect(Collectors.joining(" | "));
            has(text, "\n| " + policy + " | " + cells + " |\n");
        }
        has(
                text,
                "proves a factor of "
                        + ReportNumbers.brief(
                                MovingPolicy.costOblivious(0.033).bounds().footprint()));
    }

    /** Every sample is within what is proven, the footprints too. */
    @Test
    void whatIsProvenHolds() throws IOException {
        double most = 0;
        for (GroupNumbers numbers : List.of(traces, hard)) {
            for (MovingPolicy policy : MovingPolicy.all()) {
                for (String column : numbers.columns(Metric.MOVED_BYTES)) {
                    List<Double> moved = numbers.samples(Metric.MOVED_BYTES, policy.name(), column);
                    List<Double> proven = numbers.samples(Metric.PROVEN_BYTES, policy.name(), column);
                    assertEquals(moved.size(), proven.size());
                    for (int i = 0; i < moved.size(); i++) {
                        assertTrue(moved.get(i) <= proven.get(i), policy + ", " + column);
                        most = Math.max(most, proven.get(i) == 0 ? 0 : 100 * moved.get(i) / proven.get(i));
                    }
                    assertTrue(
                            numbers.samples(Metric.FOOTPRINT, policy.name(), column).stream()
                                    .allMatch(footprint ->
                                            footprint <= policy.bounds().footprint() * (1 + 1e-12)),
                            policy + ", " + column);
                }
            }
        }
        has(readme(), "No policy moves more than %s %% of the bytes".formatted(ReportNumbers.brief(Math.ceil(most))));
    }
}
