package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** CPU time over the count, both axes logarithmic: a picture for each test, the curves of the report in it. */
final class RacePlots {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;

    private RacePlots() {}

    /**
     * @param label what the names of the files begin with
     * @return the file names, by test; none for a test of one count only
     */
    static Map<ReportTest, String> write(Path folder, String label, Standings standings) throws IOException {
        Map<ReportTest, String> names = new LinkedHashMap<>();
        for (ReportTest test : standings.tests()) {
            if (standings.counts(test).size() < 2) {
                continue;
            }
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(test.label() + ": " + Measure.CPU.label())
                    .xAxisTitle(test == ReportTest.NESTED ? "groups, and datasets in each" : test.label())
                    .yAxisTitle(Measure.CPU.label())
                    .build();
            chart.getStyler().setXAxisLogarithmic(true);
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
            chart.getStyler().setMarkerSize(6);
            addMeasured(chart, test, standings);
            addReport(chart, test, standings.columns(test));
            if (chart.getSeriesMap().isEmpty()) {
                continue;
            }
            String name = label + "-" + test.label() + "-cpu.png";
            try (OutputStream file = Files.newOutputStream(folder.resolve(name))) {
                BitmapEncoder.saveBitmap(chart, file, BitmapFormat.PNG);
            }
            names.put(test, name);
        }
        return names;
    }

    private static void addMeasured(XYChart chart, ReportTest test, Standings standings) {
        for (Entrant entrant : standings.entrants()) {
            List<Integer> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int count : standings.counts(test)) {
                OptionalDouble cpu = standings.value(Measure.CPU, test, count, entrant.name());
                if (cpu.isPresent() && cpu.getAsDouble() > 0) { // a logarithmic axis has no place for 0
                    x.add(count);
                    y.add(cpu.getAsDouble());
                }
            }
            if (!x.isEmpty()) {
                chart.addSeries(entrant.name(), x, y);
            }
        }
    }

    private static void addReport(XYChart chart, ReportTest test, List<Integer> counts) {
        List<ReportOf2008.Row> rows = ReportOf2008.table(test).stream()
                .filter(row -> counts.contains(row.count()))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<Integer> x = rows.stream().map(ReportOf2008.Row::count).toList();
        chart.addSeries(
                ReportOf2008.BRANCH,
                x,
                rows.stream().map(ReportOf2008.Row::branch).toList());
        chart.addSeries(
                ReportOf2008.TRUNK,
                x,
                rows.stream().map(ReportOf2008.Row::trunk).toList());
    }
}
