package dev.fallow.benchmarks.comparison;

import java.util.List;

/** A question that is answered by measuring. */
public interface Experiment {
    /** Short: what the command and the result file call it. */
    String name();

    /** What is done, in one or two sentences for the head of its tables. */
    String description();

    /** What the tables show and why, for below them, in Markdown; nothing if there is nothing to say. */
    default String remarks() {
        return "";
    }

    /** What each JVM is given to do: one task. */
    List<String> tasks(Scale scale);

    /** Does one task. */
    void run(String task, Scale scale, Findings findings);

    /** What is to be said under the tables of a group, in Markdown; nothing if there is nothing to say. */
    default String notes(String group, Results results) {
        return "";
    }
}
