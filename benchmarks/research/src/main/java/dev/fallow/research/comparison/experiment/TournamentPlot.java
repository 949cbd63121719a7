package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.report.ReportNumbers;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot of time and space, with a point for each policy. Points further left and lower are better. */
public final class TournamentPlot {
    private static final int WIDTH = 980;
    private static final int HEIGHT = 720;

    private TournamentPlot() {}

    public static XYChart of(Results results) {
        Results.Table peaks = new Results.Table(Tournament.NAME, Tournament.POLICIES, Metric.PEAK_EXTENT);
        Results.Table nanos = new Results.Table(Tournament.NAME, Tournament.POLICIES, Metric.NANOS);
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("tournament: geometric means of the traces")
                .xAxisTitle(Metric.NANOS.label())
                .yAxisTitle(Metric.PEAK_EXTENT.label())
                .build();
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(9);
        for (String policy : results.contenders(peaks)) {
            chart.addSeries(policy, List.of(mean(results, nanos, policy)), List.of(mean(results, peaks, policy)))
                    .setMarker(marker(policy));
        }
        return chart;
    }

    /** A marker for each kind of policy; colours distinguish its setups, and repeat after twelve. */
    private static Marker marker(String policy) {
        if (policy.startsWith("PMFLF")) {
            return SeriesMarkers.DIAMOND;
        }
        if (policy.startsWith("MatBall")) {
            return SeriesMarkers.TRIANGLE_DOWN;
        }
        if (policy.startsWith("fixed")) {
            return SeriesMarkers.CROSS;
        }
        if (policy.contains("buddy")) {
            return SeriesMarkers.SQUARE;
        }
        return policy.contains(" fit") ? SeriesMarkers.TRIANGLE_UP : SeriesMarkers.CIRCLE;
    }

    private static double mean(Results results, Results.Table table, String policy) {
        return Math.exp(results.columns(table).stream()
                .mapToDouble(trace -> Math.log(ReportNumbers.median(results.samples(table, policy, trace))))
                .average()
                .orElseThrow());
    }
}
