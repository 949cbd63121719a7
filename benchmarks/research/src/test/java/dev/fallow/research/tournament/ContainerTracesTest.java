package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.SavedResults;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.experiment.Tournament;
import dev.fallow.research.report.ReportCommandLines;
import dev.fallow.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What containers request today is what the policies of the committed tournament served, and what its files contain. */
class ContainerTracesTest {
    private static final Path RESULTS = Path.of("..", "results", "tournament");
    private static final Path FILES = RESULTS.resolve(Tournament.FILES);

    private static List<TraceSource> containers() {
        return TraceSource.containers();
    }

    /** The commands that bring the committed results up to date. */
    private static String remedy(TraceSource source) {
        return source.label() + ": a container requests something else than the committed tournament has. Run, from the"
                + " root of the repository, "
                + containers().stream()
                        .map(container -> "--task " + container.label())
                        .collect(Collectors.joining(
                                " ",
                                ReportCommandLines.JAR + " compare --only tournament ",
                                " --forks 1 --out benchmarks/results/tournament"))
                + " and then " + ReportCommandLines.JAR + " verdict";
    }

    private static byte[] lines(TraceSource source) throws IOException {
        try (GZIPInputStream in =
                new GZIPInputStream(Files.newInputStream(FILES.resolve(PublishedTrace.name(source))))) {
            return in.readAllBytes();
        }
    }

    /** With the amounts of the committed results. */
    @ParameterizedTest
    @MethodSource("containers")
    void theCommittedTournamentHasTodaysRequests(TraceSource source) throws IOException {
        Requests today = Requests.of(source.record(Tournament.amounts(Scale.FULL), 1));
        SavedResults saved = SavedResults.read(RESULTS.resolve("full.json"));
        assertEquals(
                saved.fact(Tournament.IDENTITY, source.label()), PublishedTrace.identity(today), () -> remedy(source));
        assertArrayEquals(lines(source), PublishedTrace.text(today), () -> remedy(source));
        GroupNumbers traces = new GroupNumbers(saved.results(), Tournament.NAME, "traces");
        assertEquals(today.count(), traces.value(Metric.REQUESTS, "trace", source.label()), () -> remedy(source));
        assertEquals(
                today.mostInUse() / 1e6,
                traces.value(Metric.MOST_IN_USE, "trace", source.label()),
                () -> remedy(source));
    }

    /** Another size, order or release is another trace. */
    @Test
    void theIdentityIsThatOfEachRequest() {
        String identity = PublishedTrace.identity(Requests.of(10, 20, 30, -2, 20));
        assertTrue(identity.startsWith("5 requests, at most 60 bytes in use, SHA-256 "), identity);
        assertEquals(identity, PublishedTrace.identity(Requests.of(10, 20, 30, -2, 20)));
        for (long[] other : new long[][] {
            {10, 20, 30, -2, 21}, {20, 10, 30, -1, 20}, {10, 20, 30, -1, 20}, {10, 20, 30, -2}, {10, 20, -2, 30, 20}
        }) {
            assertNotEquals(identity, PublishedTrace.identity(Requests.of(other)));
        }
        assertArrayEquals("10\n20\n30\n-2\n20\n".getBytes(), PublishedTrace.text(Requests.of(10, 20, 30, -2, 20)));
    }

    /** The program in the page about the files. */
    @Test
    void theReaderInThePageReadsTheFiles(@TempDir Path folder) throws IOException, InterruptedException {
        String page = Files.readString(FILES.resolve("README.md"));
        int start = page.indexOf("```java\n") + "```java\n".length();
        String program = page.substring(start, page.indexOf("```", start));
        assertEquals(
                10 + 1,
                program.lines()
                        .filter(line -> !line.isBlank() && !line.strip().equals("}"))
                        .count(),
                "a class of ten lines");
        Path reader = Files.writeString(folder.resolve("Trace.java"), program);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        SavedResults saved = SavedResults.read(RESULTS.resolve("full.json"));
        for (TraceSource source : containers()) {
            Path file = FILES.resolve(PublishedTrace.name(source));
            ChildProcess.Outcome outcome = ChildProcess.run(List.of(java, reader.toString(), file.toString()));
            assertEquals(0, outcome.status(), outcome::output);
            String identity = saved.fact(Tournament.IDENTITY, source.label());
            assertEquals(
                    identity.substring(0, identity.lastIndexOf(", ")),
                    outcome.output().strip());
        }
    }
}
