package dev.fallow.benchmarks.comparison;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Pictures of tables, as SVG: lines over columns that are numbers, bars otherwise; both axes logarithmic. */
final class Plots {
    private static final int WIDTH = 820;
    private static final int HEIGHT = 460;

    private Plots() {}

    /** @return the file names, by table */
    static Map<Results.Table, String> write(Path folder, Results results) throws IOException {
        Map<Results.Table, String> names = new LinkedHashMap<>();
        for (Experiment experiment : Experiments.all()) {
            for (Results.Table table : results.tables(experiment.name())) {
                if (!table.metric().plotted() || results.columns(table).size() < 2) {
                    continue;
                }
                String name = (table.experiment() + "-" + table.group() + "-" + table.metric())
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9]+", "-")
                        + ".svg";
                boolean numbers = results.columns(table).stream()
                        .allMatch(column -> Numbers.parse(column).isPresent());
                try (OutputStream file = Files.newOutputStream(folder.resolve(name))) {
                    VectorGraphicsEncoder.saveVectorGraphic(
                            numbers ? lines(table, results) : bars(table, results), file, VectorGraphicsFormat.SVG);
                }
                names.put(table, name);
            }
        }
        return names;
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
        chart.getStyler().setYAxisLogarithmic(true);
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
        if (table.metric() == Metric.LENGTH_MICROS) {
            return "bits searched for";
        }
        return table.metric() == Metric.SEARCH_MICROS ? "bits of the map" : "free sections, about";
    }

    private static Chart<?, ?> bars(Results.Table table, Results results) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(MarkdownReport.title(table))
                .yAxisTitle(table.metric().label())
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        List<String> columns = results.columns(table);
        for (String contender : results.contenders(table)) {
            List<Double> heights = columns.stream()
                    .map(column -> results.samples(table, contender, column))
                    .map(samples -> samples.isEmpty() ? null : Numbers.median(samples))
                    .toList();
            if (heights.stream().allMatch(height -> height != null && height > 0)) {
                chart.addSeries(contender, columns, heights);
            }
        }
        return chart;
    }
}
