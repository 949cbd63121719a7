package dev.fallow.research.comparison;

import dev.fallow.research.report.Readme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the files for human readers: Markdown, plots, and the summary in another text. */
final class ResultFiles {
    private ResultFiles() {}

    /**
     * Writes SCALE.md and its plots, and inserts a summary into a text.
     *
     * @param folder the directory for the files, which must exist
     * @param readme the text with the two marks of results; null for none
     * @return the report
     * @throws IOException if a file cannot be written, or the text does not have the marks
     */
    static String write(Path folder, Path readme, Map<String, String> facts, Results results) throws IOException {
        Plots.write(folder, results);
        String report = MarkdownReport.of(facts, results);
        Files.writeString(folder.resolve(results.scale().label() + ".md"), report);
        if (readme != null) {
            Readme.put(readme, "results", MarkdownReport.summary(facts, results, Readme.relativePath(readme, folder)));
        }
        return report;
    }
}
