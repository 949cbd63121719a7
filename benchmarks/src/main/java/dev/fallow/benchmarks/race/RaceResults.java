package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.comparison.Readme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the results of a race go.
 *
 * @param folder there is one
 * @param label what the names of the files begin with
 * @param readme null: none
 */
record RaceResults(Path folder, String label, Path readme) {
    /** Writes the numbers and the tables, without plots. */
    void note(Map<String, String> facts, Standings standings) throws IOException {
        write(facts, standings, Map.of());
    }

    /**
     * Writes everything, and puts it into the text where there is one.
     *
     * @return the report
     */
    String publish(Map<String, String> facts, Standings standings) throws IOException {
        Map<ReportTest, String> plots = RacePlots.write(folder, label, standings);
        String report = write(facts, standings, plots);
        String summary = RaceSummary.write(folder, label, facts, standings);
        if (readme != null) {
            Path from = readme.toAbsolutePath().getParent();
            String way = from.relativize(folder.toAbsolutePath()).toString().replace('\\', '/') + "/";
            String text = RaceSummary.section(summary, way) + RaceReport.of(facts, standings, plots, way);
            Readme.put(readme, "race", text);
        }
        return report;
    }

    private String write(Map<String, String> facts, Standings standings, Map<ReportTest, String> plots)
            throws IOException {
        RaceJson.write(folder.resolve(label + ".json"), facts, standings);
        String report = RaceReport.of(facts, standings, plots, "");
        Files.writeString(folder.resolve(label + ".md"), report);
        return report;
    }
}
