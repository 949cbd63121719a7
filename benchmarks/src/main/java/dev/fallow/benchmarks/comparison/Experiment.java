package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.report.Texts;
import java.util.List;

/** A question that is answered by measuring. */
public interface Experiment {
    /** Short: what the command and the result file call it. */
    String name();

    /** The section of the texts that is above the tables. */
    String DESCRIPTION = "description";

    /** The texts of this experiment. */
    default Texts texts() {
        return Texts.of(name());
    }

    /** The setup, in a few sentences for above the tables. */
    default String description() {
        return texts().section(DESCRIPTION);
    }

    /** The findings and their reasons, for below all tables, in Markdown; nothing if there is nothing to explain. */
    default String remarks() {
        return texts().has("remarks") ? texts().section("remarks") : "";
    }

    /** The tasks; each JVM does one. */
    List<String> tasks(Scale scale);

    /** Does one task. */
    void run(String task, Scale scale, Findings findings);

    /** Tables and explanations for below the tables of a group, in Markdown; nothing if there are none. */
    default String notes(String group, Results results) {
        return "";
    }
}
