package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportTest;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** One plot of the race: a row for each test, with CPU seconds on the left and file length on the right. */
final class SummaryPlot {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 340;

    /** The contenders in the plot, with their names there. */
    private static final Map<String, String> NAMES = Map.of(
            Entrants.OURS, "Fallow",
            Entrants.REFERENCE, "libhdf5",
            Entrants.RUST_PROGRAM, "hdf5-pure");

    private static final List<String> ORDER = List.of(Entrants.OURS, Entrants.REFERENCE, Entrants.RUST_PROGRAM);

    private SummaryPlot() {}

    /** Whether there is anything to draw. */
    static boolean hasContent(Standings standings) {
        return !charts(standings).isEmpty();
    }

    /** Writes the plot; does nothing if there is nothing to draw. */
    static void write(Path file, Standings standings) throws IOException {
        List<XYChart> charts = charts(standings);
        if (!charts.isEmpty()) {
            try (OutputStream stream = Files.newOutputStream(file)) {
                BitmapEncoder.saveBitmap(charts, charts.size() / 2, 2, stream, BitmapFormat.PNG);
            }
        }
    }

    private static List<XYChart> charts(Standings standings) {
        List<XYChart> charts = new ArrayList<>();
        for (ReportTest test : standings.tests()) {
            XYChart cpu = chart(test, Measure.CPU, standings);
            XYChart bytes = chart(test, Measure.FILE_BYTES, standings);
            if (!cpu.getSeriesMap().isEmpty() && !bytes.getSeriesMap().isEmpty()) {
                charts.add(cpu);
                charts.add(bytes);
            }
        }
        return charts;
    }

    private static XYChart chart(ReportTest test, Measure measure, Standings standings) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(test.label() + ": " + measure.label())
                .xAxisTitle(test == ReportTest.NESTED ? "groups, and datasets in each" : "objects in each set")
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
        chart.getStyler().setMarkerSize(6);
        for (String entrant : ORDER) {
            List<Integer> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int count : standings.columns(test)) {
                OptionalDouble value = standings.value(measure, test, count, entrant);
                if (value.isPresent() && value.getAsDouble() > 0) { // a logarithmic axis has no place for 0
                    x.add(count);
                    y.add(value.getAsDouble());
                }
            }
            if (!x.isEmpty()) {
                chart.addSeries(NAMES.get(entrant), x, y);
            }
        }
        return chart;
    }
}
