package dev.fallow.research.comparison;

import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The medians in one group of tables, for the texts about them. */
public record GroupNumbers(Results results, String experiment, String group) {
    /** The numbers of another group, which must have been measured. */
    public GroupNumbers of(String otherGroup) {
        return new GroupNumbers(results, experiment, otherGroup);
    }

    /** Whether this metric was measured. */
    public boolean has(Metric metric) {
        return results.tables(experiment).contains(table(metric));
    }

    private Results.Table table(Metric metric) {
        return new Results.Table(experiment, group, metric);
    }

    /** The median over the JVMs or seeds. */
    public double value(Metric metric, String row, String column) {
        return ReportNumbers.median(results.samples(table(metric), row, column));
    }

    /** The measurements of a cell, one for each JVM, seed or round; empty if there are none. */
    public List<Double> samples(Metric metric, String row, String column) {
        return results.samples(table(metric), row, column);
    }

    /** The median of a cell, with its interval. */
    public Interval median(Metric metric, String row, String column) {
        return Interval.ofMedian(samples(metric, row, column));
    }

    /** The mean of a function of samples of several cells that belong to the same seeds or rounds. */
    public static Interval paired(ToDoubleFunction<double[]> function, List<List<Double>> cells) {
        int count = cells.get(0).size();
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            int seed = i;
            if (cells.stream().anyMatch(cell -> cell.size() != count)) {
                throw new IllegalArgumentException("the cells do not have the same number of samples");
            }
            values[i] = function.applyAsDouble(
                    cells.stream().mapToDouble(cell -> cell.get(seed)).toArray());
        }
        return Interval.ofMean(values);
    }

    /**
     * The quotients of positive samples that belong to the same seeds or rounds, as a geometric mean: its interval is
     * that of the logarithms, so that neither a quotient nor its inverse is preferred.
     */
    public static Interval times(List<Double> samples, List<Double> others) {
        Interval logs = paired(pair -> Math.log(pair[0] / pair[1]), List.of(samples, others));
        return new Interval(Math.exp(logs.middle()), Math.exp(logs.low()), Math.exp(logs.high()));
    }

    /** The quotient of two positive cells with the same seeds or rounds, as that of {@link #times}. */
    public Interval ratio(Metric metric, String row, String column, String otherRow, String otherColumn) {
        return times(samples(metric, row, column), samples(metric, otherRow, otherColumn));
    }

    /** The difference of two cells with the same seeds or rounds, pair by pair. */
    public Interval difference(Metric metric, String row, String column, String otherRow, String otherColumn) {
        return paired(
                pair -> pair[0] - pair[1],
                List.of(samples(metric, row, column), samples(metric, otherRow, otherColumn)));
    }

    /** Minimum and maximum over the seeds. */
    public double[] range(Metric metric, String row, String column) {
        return ReportNumbers.range(results.samples(table(metric), row, column));
    }

    public List<String> rows(Metric metric) {
        return results.contenders(table(metric));
    }

    public List<String> columns(Metric metric) {
        return results.columns(table(metric));
    }

    private DoubleStream values(Metric metric, List<String> rows, List<String> columns) {
        return rows.stream().flatMapToDouble(row -> columns.stream().mapToDouble(column -> value(metric, row, column)));
    }

    public double most(Metric metric) {
        return values(metric, rows(metric), columns(metric)).max().orElseThrow();
    }

    public double least(Metric metric) {
        return values(metric, rows(metric), columns(metric)).min().orElseThrow();
    }

    /** The mean over these rows and all columns. */
    public double mean(Metric metric, String... rows) {
        return values(metric, Arrays.asList(rows), columns(metric)).average().orElseThrow();
    }

    public double meanOfColumn(Metric metric, String column) {
        return values(metric, rows(metric), List.of(column)).average().orElseThrow();
    }

    /** The difference between maximum and minimum of a column, relative to the minimum. */
    public double spread(Metric metric, String column) {
        double[] range = ReportNumbers.range(
                rows(metric).stream().map(row -> value(metric, row, column)).toList());
        return range[1] / range[0] - 1;
    }

    // ---- in words --------------------------------------------------------------------------------------------

    /** A number in the format of the tables. */
    public String brief(Metric metric, String row, String column) {
        return ReportNumbers.brief(value(metric, row, column));
    }

    public static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", value);
    }

    public static String gain(double factor) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (factor - 1));
    }
}
