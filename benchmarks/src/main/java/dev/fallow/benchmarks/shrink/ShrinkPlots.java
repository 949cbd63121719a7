package dev.fallow.benchmarks.shrink;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** The plots of the files that are kept short: their lengths over the sessions, and what the policies cost. */
final class ShrinkPlots {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 420;
    private static final int MARKER = 5;

    /** Curves have gaps above it, so that the others can be told apart. */
    private static final double HIGHEST = 3.5;

    private ShrinkPlots() {}

    static String name(String workload) {
        return workload + ".png";
    }

    static void write(Path folder, String workload, LoggerResults results) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve(name(workload)))) {
            BitmapEncoder.saveBitmap(
                    List.of(curves(workload, results), frontier(workload, results)), 2, 1, out, BitmapFormat.PNG);
        }
    }

    private static XYChart curves(String workload, LoggerResults results) {
        XYChart chart = chart(
                workload + ": length of the closed file / live bytes, up to " + HIGHEST,
                "session",
                "median of the seeds");
        for (Tactic tactic : results.tactics()) {
            if (isDrawn(tactic, results)) {
                List<Double> curve = results.curve(tactic).stream()
                        .map(ratio -> ratio <= HIGHEST ? ratio : Double.NaN)
                        .toList();
                chart.addSeries(
                        tactic.label(),
                        IntStream.rangeClosed(1, curve.size()).boxed().toList(),
                        curve);
            }
        }
        return chart;
    }

    /** Of the policies, those with the largest limit. */
    private static boolean isDrawn(Tactic tactic, LoggerResults results) {
        long largest = results.tactics().stream()
                .mapToLong(one -> one instanceof Tactic.Fallow fallow ? fallow.bytesPerCommit() : 0)
                .max()
                .orElse(0);
        return !(tactic instanceof Tactic.Fallow fallow) || !fallow.hasPolicy() || fallow.bytesPerCommit() == largest;
    }

    private static XYChart frontier(String workload, LoggerResults results) {
        XYChart chart = chart(
                workload + ": what the policies cost",
                "extra: bytes written because of shrinking / elements added",
                "highest length of a closed file / live bytes");
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        for (Tactic tactic : results.tactics()) {
            if (tactic instanceof Tactic.Fallow fallow) {
                String label = fallow.hasPolicy()
                        ? String.format(Locale.ROOT, "ratio %.2f, more and more bytes", fallow.ratio())
                        : fallow.label();
                lines.computeIfAbsent(label, one -> new ArrayList<>()).add(new double[] {
                    results.extra(fallow).median(),
                    results.range(fallow, Trail::highestRatio).median()
                });
            }
        }
        lines.forEach((label, points) -> chart.addSeries(
                label,
                points.stream().map(point -> point[0]).toList(),
                points.stream().map(point -> point[1]).toList()));
        return chart;
    }

    private static XYChart chart(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setLegendLayout(LegendLayout.Vertical);
        chart.getStyler().setMarkerSize(MARKER);
        return chart;
    }
}
