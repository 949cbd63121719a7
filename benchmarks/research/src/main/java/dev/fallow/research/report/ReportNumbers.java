package dev.fallow.research.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Medians, and the number format of tables. */
public final class ReportNumbers {
    private ReportNumbers() {}

    /** The median of at least one value. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public static double median(List<Double> values) {
        return median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Minimum and maximum of at least one value. */
    public static double[] range(List<Double> values) {
        return new double[] {
            values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
            values.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
        };
    }

    /** Three significant digits, or all digits of an integer. */
    public static String brief(double value) {
        double magnitude = Math.abs(value);
        String format = magnitude >= 100 || value == Math.rint(value)
                ? "%,.0f"
                : magnitude >= 10 ? "%.1f" : magnitude >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** From {@value Interval#ENOUGH} samples on, the median with its 95 % confidence interval in brackets. */
    public static String medianAndInterval(List<Double> samples) {
        return samples.size() < Interval.ENOUGH
                ? medianAndRange(samples)
                : Interval.ofMedian(samples).toString();
    }

    /** The median, with minimum and maximum if they differ by more than a tenth of it. */
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

    /** The value of a numeric heading; empty for other headings. */
    public static OptionalDouble parse(String heading) {
        return heading.matches("\\d+") ? OptionalDouble.of(Double.parseDouble(heading)) : OptionalDouble.empty();
    }

    /** A heading in the format of tables: powers of two from 4,096 on are written as powers. */
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
