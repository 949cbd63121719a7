package dev.fallow.benchmarks.race;

import dev.fallow.research.report.Readme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The files with the results of a race.
 *
 * @param folder the directory for the files, which must exist
 * @param label the prefix of their names
 * @param readme a text into which the summary is inserted; null for none
 */
record RaceResults(Path folder, String label, Path readme) {
    /** Writes the numbers and the tables. */
    void note(Map<String, String> facts, Standings standings) throws IOException {
        RaceJson.write(folder.resolve(label + ".json"), facts, standings);
        Files.writeString(folder.resolve(label + ".md"), RaceReport.of(facts, standings));
    }

    /**
     * Writes the tables, the summary and its plot, and inserts the summary into the text, if any.
     *
     * @return the report
     */
    String texts(Map<String, String> facts, Standings standings) throws IOException {
        String report = RaceReport.of(facts, standings);
        Files.writeString(folder.resolve(label + ".md"), report);
        Files.writeString(folder.resolve(label + "-summary.md"), RaceSummary.of(label, facts, standings));
        SummaryPlot.write(folder.resolve(RaceSummary.plot(label)), standings);
        if (readme != null) {
            Readme.put(
                    readme, "race", RaceSummary.answer(label, facts, standings, Readme.relativePath(readme, folder)));
        }
        return report;
    }
}
