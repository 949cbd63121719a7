package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.session.SpreadSession;
import dev.fallow.benchmarks.workload.SizeDistribution;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Pictures of tables, as PNG (the text of an SVG would be outlines, ten times as large): lines over columns that are numbers, bars otherwise; axes are logarithmic, but for percentages. */
final class Plots {
    private static final String STEADY_STATE = SteadyState.allocateAndFree().name();
    private static final int WIDTH = 820;
    private static final int HEIGHT = 460;

    private Plots() {}

    /** The file names, by table. */
    static Map<Results.Table, String> names(Results results) {
        Map<Results.Table, String> names = new LinkedHashMap<>();
        for (Experiment experiment : Experiments.all()) {
            for (Results.Table table : results.tables(experiment.name())) {
                if (isPlotted(table) && results.columns(table).size() >= 2) {
                    String name = table.experiment() + "-" + table.group() + "-" + table.metric();
                    names.put(table, name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".png");
                }
            }
        }
        return names;
    }

    /** Writes them all. */
    static void write(Path folder, Results results) throws IOException {
        for (Map.Entry<Results.Table, String> plot : names(results).entrySet()) {
            Results.Table table = plot.getKey();
            boolean numbers = results.columns(table).stream()
                    .allMatch(column -> Numbers.parse(column).isPresent());
            try (OutputStream file = Files.newOutputStream(folder.resolve(plot.getValue()))) {
                BitmapEncoder.saveBitmap(
                        numbers ? lines(table, results) : bars(table, results), file, BitmapFormat.PNG);
            }
        }
    }

    /** The time of everything (of the traces one is enough), and all else of the workload that the targets speak of. */
    private static boolean isPlotted(Results.Table table) {
        return switch (table.metric()) {
            case NANOS ->
                !table.experiment().equals(Traces.NAME) || table.group().equals(SpreadSession.DATASETS.label());
            case OBJECTS_PER_SECOND, DISK_MEGABYTES -> true;
            case SEARCH_MICROS, LOOP_SPEEDUP, SEARCHES_PER_SECOND, MEGABYTES_PER_SECOND, UTILISATION -> true;
            case INTERNAL_FRAGMENTATION, EXTERNAL_FRAGMENTATION, APPLICATION, SEQUENTIAL, EXTENTS -> true;
            case SPEEDUP, PROBES, BYTES, WALK_NANOS ->
                table.experiment().equals(STEADY_STATE) && table.group().equals(SizeDistribution.HOT_SIZES.label());
            default -> false;
        };
    }

    /** Percentages may be 0, and are compared by their lengths. */
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
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(6);
        for (String contender : results.contenders(table)) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (String column : results.columns(table)) {
                List<Double> samples = results.samples(table, contender, column);
                // a logarithmic axis has no place for what is not above 0
                if (!samples.isEmpty() && Numbers.median(samples) > 0) {
                    x.add(Numbers.parse(column).orElseThrow());
                    y.add(Numbers.median(samples));
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
                    .map(samples -> samples.isEmpty() ? 0 : Numbers.median(samples))
                    .toList();
            if (linear || heights.stream().allMatch(height -> height > 0)) {
                chart.addSeries(contender, columns, heights);
                least = Math.min(least, heights.stream().min(Double::compare).orElseThrow());
            }
        }
        // bars begin at 0 if nothing else is said, which a logarithmic axis does not have
        chart.getStyler().setYAxisMin(linear ? 0 : Math.pow(10, Math.floor(Math.log10(least))));
        return chart;
    }
}
