package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.tournament.MovingPolicy;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A plot of footprint and moved bytes: a point for each policy and column, and beside the points of a policy the corner that is
 * proven to contain them. Points further left and lower are better.
 */
public final class ReallocationPlot {
    private static final int WIDTH = 980;
    private static final int HEIGHT = 560;

    /** Where points are that move nothing: a logarithmic axis has no 0. */
    private static final double NOTHING = 0.01;

    private static final List<Color> COLOURS = List.of(
            new Color(0x1b, 0x7f, 0x3b),
            new Color(0x79, 0xc3, 0x6a),
            new Color(0x7f, 0x1d, 0x1d),
            new Color(0xd6, 0x4b, 0x2a),
            new Color(0xf2, 0xa3, 0x3c));

    private ReallocationPlot() {}

    /** The plot of a table of the experiment. */
    public static XYChart of(Results.Table table, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, table.experiment(), table.group());
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("reallocation, " + table.group() + ": points measured, corners proven")
                .xAxisTitle(Metric.MOVED_BYTES.label() + " (" + NOTHING + ": none)")
                .yAxisTitle(Metric.FOOTPRINT.label())
                .build();
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Line);
        chart.getStyler().setXAxisLogarithmic(true).setYAxisMin(1.0);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(9);
        List<MovingPolicy> policies = MovingPolicy.all();
        for (int i = 0; i < policies.size(); i++) {
            add(chart, numbers, policies.get(i), COLOURS.get(i % COLOURS.size()));
        }
        return chart;
    }

    private static void add(XYChart chart, GroupNumbers numbers, MovingPolicy moving, Color colour) {
        String policy = moving.name();
        List<Double> moved = new ArrayList<>();
        List<Double> footprint = new ArrayList<>();
        double most = 0;
        for (String column : numbers.columns(Metric.MOVED_BYTES)) {
            moved.add(Math.max(NOTHING, numbers.value(Metric.MOVED_BYTES, policy, column)));
            footprint.add(numbers.value(Metric.FOOTPRINT, policy, column));
            most = Math.max(most, numbers.value(Metric.PROVEN_BYTES, policy, column));
        }
        XYSeries points = chart.addSeries(policy, moved, footprint);
        points.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        points.setMarker(marker(policy)).setMarkerColor(colour);
        double highest = moving.bounds().footprint();
        XYSeries corner =
                chart.addSeries(policy + ", proven", List.of(NOTHING, most, most), List.of(highest, highest, 1.0));
        corner.setMarker(SeriesMarkers.NONE).setLineColor(colour).setLineStyle(SeriesLines.DASH_DASH);
    }

    private static Marker marker(String policy) {
        return policy.startsWith("promised") ? SeriesMarkers.CIRCLE : SeriesMarkers.DIAMOND;
    }
}
