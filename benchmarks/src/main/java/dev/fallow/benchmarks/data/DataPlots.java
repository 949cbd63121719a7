package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.Work.Section;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** The plots of the data command. */
final class DataPlots {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 380;
    private static final int WIDE = 1100;

    /** Eight colours that people who see few colours can tell apart, too (Okabe and Ito). */
    private static final Color[] COLORS = {
        new Color(0x0072B2),
        new Color(0x56B4E9),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x999999),
        new Color(0x000000)
    };

    private DataPlots() {}

    /** The name of the plot of the rewritten files. */
    static String churn(DataScale scale) {
        return scale.label() + "-rewriting.png";
    }

    /** The name of the plot of CPU seconds. */
    static String cpu(DataScale scale) {
        return scale.label() + "-cpu.png";
    }

    /** Writes all plots that have something to show. */
    static void write(Path folder, DataScale scale, DataResults results) throws IOException {
        List<XYChart> rewriting = new ArrayList<>();
        for (Work work : results.works()) {
            if (work.section() == Section.CHURN) {
                rewriting.add(rewriting(work, results));
            }
        }
        if (!rewriting.isEmpty()) {
            try (OutputStream out = Files.newOutputStream(folder.resolve(churn(scale)))) {
                boolean several = rewriting.size() % 2 == 0;
                int rows = several ? rewriting.size() / 2 : rewriting.size();
                BitmapEncoder.saveBitmap(rewriting, rows, several ? 2 : 1, out, BitmapFormat.PNG);
            }
        }
        CategoryChart bars = bars(results);
        if (!bars.getSeriesMap().isEmpty()) {
            try (OutputStream out = Files.newOutputStream(folder.resolve(cpu(scale)))) {
                BitmapEncoder.saveBitmap(bars, out, BitmapFormat.PNG);
            }
        }
    }

    private static XYChart rewriting(Work work, DataResults results) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(work.name() + ": length of the file / live bytes")
                .xAxisTitle("round; the last one is the closed file")
                .build();
        style(chart);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE); // below there is no place for so many names
        chart.getStyler().setLegendLayout(LegendLayout.Vertical);
        chart.getStyler().setSeriesColors(COLORS);
        chart.getStyler().setMarkerSize(3);
        chart.getStyler().setYAxisMin(0.0);
        for (String contender : results.contenders()) {
            List<Churn.Round> rounds = results.rounds(work, contender);
            if (!rounds.isEmpty()) {
                chart.addSeries(
                        contender,
                        rounds.stream().map(Churn.Round::number).toList(),
                        rounds.stream()
                                .map(round -> (double) round.length() / round.liveBytes())
                                .toList());
            }
        }
        return chart;
    }

    private static CategoryChart bars(DataResults results) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDE)
                .height(HEIGHT)
                .title("CPU seconds")
                .build();
        style(chart);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setXAxisLabelRotation(30);
        List<Work> works = results.works().stream()
                .filter(work -> work.section() != Section.MANY && work.section() != Section.CHURN)
                .toList();
        double least = Double.MAX_VALUE;
        for (String contender : works.isEmpty() ? List.<String>of() : List.copyOf(results.contenders())) {
            List<Double> heights = new ArrayList<>();
            for (Work work : works) {
                OptionalDouble cpu = results.cpu(work, contender);
                boolean drawn = cpu.isPresent() && cpu.getAsDouble() > 0; // a logarithmic axis has no place for 0
                heights.add(drawn ? cpu.getAsDouble() : null);
                least = drawn ? Math.min(least, cpu.getAsDouble()) : least;
            }
            if (heights.stream().anyMatch(height -> height != null)) {
                chart.addSeries(contender, works.stream().map(Work::name).toList(), heights);
            }
        }
        if (!chart.getSeriesMap().isEmpty()) {
            chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))));
        }
        return chart;
    }

    private static void style(Chart<?, ?> chart) {
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    }
}
