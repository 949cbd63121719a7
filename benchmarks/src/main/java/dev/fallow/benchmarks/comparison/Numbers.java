package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.report.MarkdownTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Medians, and numbers as tables have them. */
public final class Numbers {
    private Numbers() {}

    /** The middle one, or the mean of the two in the middle; at least one is needed. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public static double median(List<Double> values) {
        return median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The least and the most; at least one is needed. */
    public static double[] range(List<Double> values) {
        return new double[] {
            values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
            values.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
        };
    }

    /** Three digits that count, or all of an integer's. */
    public static String brief(double value) {
        double magnitude = Math.abs(value);
        String format = magnitude >= 100 || value == Math.rint(value)
                ? "%,.0f"
                : magnitude >= 10 ? "%.1f" : magnitude >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** The median; with the least and the most where these differ by more than a tenth of it. */
    public static String medianAndRange(List<Double> samples) {
        if (samples.isEmpty()) {
            return MarkdownTable.NOTHING;
        }
        double median = median(samples);
        double[] range = range(samples);
        return range[1] - range[0] > 0.1 * Math.abs(median)
                ? brief(median) + " (" + brief(range[0]) + " to " + brief(range[1]) + ")"
                : brief(median);
    }

    /** The number that a column's heading is, if it is one. */
    static OptionalDouble parse(String heading) {
        return heading.matches("\\d+") ? OptionalDouble.of(Double.parseDouble(heading)) : OptionalDouble.empty();
    }

    /** A heading as tables have it: powers of two from 4,096 on as such. */
    public static String heading(String column) {
        OptionalDouble number = parse(column);
        if (number.isEmpty()) {
            return column;
        }
        long value = (long) number.getAsDouble();
        return value >= 4096 && Long.bitCount(value) == 1
                ? "2^" + Long.numberOfTrailingZeros(value)
                : String.format(Locale.ROOT, "%,d", value);
    }
}
