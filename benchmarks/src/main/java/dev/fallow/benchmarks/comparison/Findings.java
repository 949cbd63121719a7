package dev.fallow.benchmarks.comparison;

/** Takes what an experiment finds out. */
@FunctionalInterface
public interface Findings {
    /**
     * A number: the cell of a table.
     *
     * @param group which table of the experiment, for instance a distribution
     * @param column for instance a number of sections
     * @param contender the row
     * @param metric what is measured, with its unit
     */
    void add(String group, String column, String contender, Metric metric, double value);
}
