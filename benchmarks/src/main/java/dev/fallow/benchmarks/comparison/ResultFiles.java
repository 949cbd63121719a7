package dev.fallow.benchmarks.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The files that people read, made from results: Markdown, plots, and a part of a text that they wrote. */
final class ResultFiles {
    private ResultFiles() {}

    /**
     * Writes SCALE.md and the plots, and puts the report into a text.
     *
     * @param folder where the files go; it must exist
     * @param readme the text, with the two marks of results; null: none
     * @return the report, as it was written
     * @throws IOException if a file cannot be written, or the text has no marks
     */
    static String write(Path folder, Path readme, Map<String, String> facts, Results results) throws IOException {
        Plots.write(folder, results);
        String report = MarkdownReport.of(facts, results, "");
        Files.writeString(folder.resolve(results.scale().label() + ".md"), report);
        if (readme != null) {
            String way = readme.toAbsolutePath()
                    .getParent()
                    .relativize(folder.toAbsolutePath())
                    .toString();
            Readme.put(readme, "results", MarkdownReport.of(facts, results, way + "/"));
        }
        return report;
    }
}
