package dev.fallow.research.comparison;

import dev.fallow.research.comparison.verdict.VerdictPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code verdict}: generates the page about which design wins where. */
@Command(
        name = "verdict",
        mixinStandardHelpOptions = true,
        description = "Generates the page that says which design wins where, from existing results.")
public final class VerdictCommand implements Callable<Integer> {
    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "The directory with the results of the experiments. Default: ${DEFAULT-VALUE}.")
    private Path results = Path.of("benchmarks", "results");

    @Option(names = "--out", paramLabel = "FILE", description = "The page. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("docs", "explanation", "verdict.md");

    @Override
    public Integer call() throws IOException {
        Files.writeString(out, page(results));
        return 0;
    }

    /** The page of the results in a directory. */
    static String page(Path results) throws IOException {
        return VerdictPage.of(sources(results));
    }

    /** The results of which the page consists, by the names of their folders. */
    static Map<String, SavedResults> sources(Path results) throws IOException {
        Map<String, SavedResults> sources = new HashMap<>();
        for (String folder : VerdictPage.SOURCES) {
            sources.put(folder, SavedResults.read(results.resolve(folder).resolve("full.json")));
        }
        return sources;
    }
}
