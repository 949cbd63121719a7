package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.report.Readme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The files that people read, made from results: Markdown, plots, and a part of a text that they wrote. */
final class ResultFiles {
    private ResultFiles() {}

    /**
     * Writes SCALE.md and the plots that it shows, and puts a summary into a text.
     *
     * @param folder for the files; it must exist
     * @param readme the text, with the two marks of results; null: none
     * @return the report, as it was written
     * @throws IOException if a file cannot be written, or the text has no marks
     */
    static String write(Path folder, Path readme, Map<String, String> facts, Results results) throws IOException {
        Plots.write(folder, results);
        String report = MarkdownReport.of(facts, results);
        Files.writeString(folder.resolve(results.scale().label() + ".md"), report);
        if (readme != null) {
            Readme.put(readme, "results", MarkdownReport.summary(facts, results, Readme.way(readme, folder)));
        }
        return report;
    }
}
