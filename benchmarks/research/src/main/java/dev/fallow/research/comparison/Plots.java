package dev.fallow.research.comparison;

import dev.fallow.research.comparison.experiment.MatBallUtilisation;
import dev.fallow.research.comparison.experiment.Reallocation;
import dev.fallow.research.comparison.experiment.ReallocationPlot;
import dev.fallow.research.comparison.experiment.Tournament;
import dev.fallow.research.comparison.experiment.TournamentPlot;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Plots of tables: lines if the columns are numbers, bars otherwise. The format is PNG, because SVGs with text as
 * outlines are ten times as large. Axes are logarithmic, except for percentages.
 */
final class Plots {
    private static final int WIDTH = 820;
    private static final int HEIGHT = 460;

    private Plots() {}

    /** The tables that are plotted in every report. Names as in {@link #fileName}. */
    private static final Set<String> KEPT = Set.of(
            "steady-state-hot-sizes-nanos.png",
            "aged-bitmaps-figure-8-web-searches-per-second.png",
            "run-at-the-end-after-runs-that-are-too-short-search-micros.png",
            "read-optimized-figure-6-all-policies-application.png",
            "read-optimized-figure-6-all-policies-sequential.png",
            "matball-sweep-figure-4-write-16-megabytes-per-second.png",
            "matball-sweep-figure-5-write-32-megabytes-per-second.png",
            "matball-sweep-figure-6-read-16-megabytes-per-second.png",
            "matball-sweep-figure-7-read-32-megabytes-per-second.png",
            "matball-utilisation-small-files-up-to-64-kb-worn-utilisation.png",
            "web-objects-page-cache-objects-per-second.png",
            "object-rewrites-figure-7-the-same-objects-again-disk-megabytes.png",
            "tournament-every-policy-nanos.png",
            "reallocation-traces-of-the-tournament-moved-bytes.png",
            "reallocation-hard-sequences-moved-bytes.png");

    /** The name of a table's plot in reports; empty if they show none. */
    static Optional<String> name(Results.Table table, Results results) {
        String name = fileName(table);
        return KEPT.contains(name) && results.columns(table).size() >= 2 ? Optional.of(name) : Optional.empty();
    }

    private static String fileName(Results.Table table) {
        String name = table.experiment() + "-" + table.group() + "-" + table.metric();
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".png";
    }

    /** Writes the plots of reports. */
    static void write(Path folder, Results results) throws IOException {
        for (Results.Table table : tables(results)) {
            if (name(table, results).isPresent()) {
                write(folder, table, results);
            }
        }
    }

    /** Writes a plot of every table that can be plotted. */
    static void writeAll(Path folder, Results results) throws IOException {
        for (Results.Table table : tables(results)) {
            if (isTimeOrShare(table.metric()) && results.columns(table).size() >= 2) {
                write(folder, table, results);
            }
        }
    }

    private static boolean isTimeOrShare(Metric metric) {
        return switch (metric) {
            case NANOS, OBJECTS_PER_SECOND, DISK_MEGABYTES -> true;
            case SEARCH_MICROS, LOOP_SPEEDUP, SEARCHES_PER_SECOND, MEGABYTES_PER_SECOND, UTILISATION -> true;
            case INTERNAL_FRAGMENTATION, EXTERNAL_FRAGMENTATION, APPLICATION, SEQUENTIAL, EXTENTS -> true;
            default -> false;
        };
    }

    private static List<Results.Table> tables(Results results) {
        return Experiments.all().stream()
                .flatMap(experiment -> results.tables(experiment.name()).stream())
                .toList();
    }

    private static void write(Path folder, Results.Table table, Results results) throws IOException {
        boolean numbers = results.columns(table).stream()
                .allMatch(column -> ReportNumbers.parse(column).isPresent());
        try (OutputStream file = Files.newOutputStream(folder.resolve(fileName(table)))) {
            BitmapEncoder.saveBitmap(numbers ? lines(table, results) : bars(table, results), file, BitmapFormat.PNG);
        }
    }

    /** Whether the axis is linear: percentages may be 0, and are compared by length. */
    private static boolean isLinear(Metric metric) {
        return switch (metric) {
            case INTERNAL_FRAGMENTATION, EXTERNAL_FRAGMENTATION, APPLICATION, SEQUENTIAL, UTILISATION -> true;
            default -> false;
        };
    }

    private static Chart<?, ?> lines(Results.Table table, Results results) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(MarkdownReport.title(table))
                .xAxisTitle(xTitle(table))
                .yAxisTitle(table.metric().label())
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        if (table.metric() == Metric.UTILISATION) {
            chart.getStyler().setYAxisMin(0.0).setYAxisMax(100.0);
        } else {
            chart.getStyler().setYAxisLogarithmic(true);
        }
        boolean longNames = table.metric() == Metric.UTILISATION;
        chart.getStyler().setLegendPosition(longNames ? LegendPosition.OutsideS : LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(6);
        for (String contender : results.contenders(table)) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (String column : results.columns(table)) {
                List<Double> samples = results.samples(table, contender, column);
                // a logarithmic axis has only positive numbers
                if (!samples.isEmpty() && ReportNumbers.median(samples) > 0) {
                    x.add(ReportNumbers.parse(column).orElseThrow());
                    y.add(ReportNumbers.median(samples));
                }
            }
            if (!x.isEmpty()) {
                chart.addSeries(contender, x, y);
            }
        }
        return chart;
    }

    private static String xTitle(Results.Table table) {
        if (table.metric() == Metric.DISK_MEGABYTES) {
            return "cumulative runs";
        }
        if (table.experiment().equals(MatBallUtilisation.NAME)) {
            return "λ in blocks";
        }
        if (table.metric() == Metric.MEGABYTES_PER_SECOND) {
            return "size of the file in KB";
        }
        if (table.metric() == Metric.SEARCHES_PER_SECOND || table.metric() == Metric.LOOP_SPEEDUP) {
            return "blocks asked for";
        }
        return table.metric() == Metric.SEARCH_MICROS ? "bits of the map" : "free sections, about";
    }

    private static Chart<?, ?> bars(Results.Table table, Results results) {
        if (table.experiment().equals(Tournament.NAME)) {
            return TournamentPlot.of(results); // too many policies for bars
        }
        if (table.experiment().equals(Reallocation.NAME)) {
            return ReallocationPlot.of(table, results);
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(MarkdownReport.title(table))
                .yAxisTitle(table.metric().label())
                .build();
        boolean linear = isLinear(table.metric());
        chart.getStyler().setYAxisLogarithmic(!linear);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        List<String> columns = results.columns(table);
        double least = Double.MAX_VALUE;
        for (String contender : results.contenders(table)) {
            List<Double> heights = columns.stream()
                    .map(column -> results.samples(table, contender, column))
                    .map(samples -> samples.isEmpty() ? 0 : ReportNumbers.median(samples))
                    .toList();
            if (linear || heights.stream().allMatch(height -> height > 0)) {
                chart.addSeries(contender, columns, heights);
                least = Math.min(least, heights.stream().min(Double::compare).orElseThrow());
            }
        }
        // bars start at 0 by default, which a logarithmic axis does not have
        chart.getStyler().setYAxisMin(linear ? 0 : Math.pow(10, Math.floor(Math.log10(least))));
        return chart;
    }
}
