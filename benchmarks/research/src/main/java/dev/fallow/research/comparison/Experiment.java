package dev.fallow.research.comparison;

import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.report.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An experiment: a set of tasks, and the texts about their results. */
public interface Experiment {
    /** A short name for commands and result files. */
    String name();

    /** The heading of the text above the tables. */
    String DESCRIPTION = "description";

    /** The texts of this experiment. */
    default Texts texts() {
        return Texts.of(name());
    }

    /** A description of the setup in a few sentences, placed above the tables. */
    default String description() {
        return texts().section(DESCRIPTION);
    }

    /** The findings and their explanation in Markdown, placed below all tables; empty if there are none. */
    default String remarks() {
        return texts().has("remarks") ? texts().section("remarks") : "";
    }

    /** The tasks. Each JVM runs one. By default, there is one for everything. */
    default List<String> tasks(Scale scale) {
        return List.of("all");
    }

    /** Further options of the JVM that runs a task. If all tasks run in one JVM, it does not have them. */
    default List<String> options(String task) {
        return List.of();
    }

    /** Runs one task. */
    void run(String task, Scale scale, ExperimentFindings findings);

    /**
     * Writes further files beside the results.
     *
     * @param tasks those that were run
     * @param folder the directory of the results, which exists
     * @return facts about them for the head of the results; those about a column begin with its name and a colon
     * @throws IOException if a file cannot be written
     */
    default Map<String, String> publish(List<String> tasks, Scale scale, Path folder) throws IOException {
        return Map.of();
    }

    /** A cell of a table: by default the median of its samples, with its interval. */
    default String cell(Results results, Results.Table table, String row, String column) {
        return ReportNumbers.medianAndInterval(results.samples(table, row, column));
    }

    /** Further tables and explanations in Markdown, placed below the tables of a group; empty if there are none. */
    default String notes(String group, Results results) {
        return "";
    }
}
