package dev.fallow.research.comparison;

/** Receives the results of an experiment. */
@FunctionalInterface
public interface ExperimentFindings {
    /** Receives nothing, for warming up. */
    ExperimentFindings NONE = (group, column, contender, metric, value) -> {};

    /**
     * Receives a number for the cell of a table.
     *
     * @param group of tables within the experiment, for instance a distribution
     * @param column the column, for instance a number of sections
     * @param contender the row
     * @param metric the measure, with its unit
     */
    void add(String group, String column, String contender, Metric metric, double value);
}
