package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fallow.research.comparison.experiment.TunedQuickFit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parameters are tuned on traces of other sources. The numbers are made by hand. */
class TunedQuickFitTest {
    private static final String OURS = "1 list; g 64, maxQL 64, w 0";
    private static final String FOR_CONTAINERS = "1 list; g 16, maxQL 16, w 0";
    private static final String FOR_WEB = "1 list; g 256, maxQL 16, w 0";

    private static TunedQuickFit numbers() {
        Map<String, double[]> rows = Map.of(
                OURS,
                new double[] {1.5, 1.5, 1.5},
                "1 list; g 64, maxQL 64, w 256",
                new double[] {1.6, 1.6, 1.2},
                "lists to 16 MiB, 4 a doubling; g 64, maxQL 64, w 0",
                new double[] {2, 2, 2},
                "lists to 16 MiB, 4 a doubling; g 64, maxQL 64, w 256",
                new double[] {2, 2, 2},
                FOR_CONTAINERS,
                new double[] {1, 9, 9},
                FOR_WEB,
                new double[] {9, 1.1, 1},
                "ordered",
                new double[] {0.5, 0.5, 0.5});
        String[] traces = {"groups", "web objects, kept", "web objects"};
        Results results = new Results(Scale.SMOKE);
        rows.forEach((row, values) -> {
            for (int i = 0; i < traces.length; i++) {
                results.add("unstated", TunedQuickFit.GROUP, traces[i], row, Metric.PEAK_EXTENT, values[i]);
            }
        });
        return new TunedQuickFit(new GroupNumbers(results, "unstated", TunedQuickFit.GROUP));
    }

    @Test
    void tracesOfTheSameSourceDoNotTune() {
        TunedQuickFit numbers = numbers();
        assertEquals(FOR_WEB, numbers.tuned(Metric.PEAK_EXTENT, "groups"));
        assertEquals(FOR_CONTAINERS, numbers.tuned(Metric.PEAK_EXTENT, "web objects"), "not by the kept ones");
        assertEquals(FOR_CONTAINERS, numbers.tuned(Metric.PEAK_EXTENT, "web objects, kept"));
    }

    @Test
    void theBestAndOurs() {
        TunedQuickFit numbers = numbers();
        assertEquals(FOR_CONTAINERS, numbers.best(Metric.PEAK_EXTENT, "groups"), "not the reference");
        assertEquals(FOR_WEB, numbers.best(Metric.PEAK_EXTENT, "web objects"));
        assertEquals(OURS, numbers.ours(Metric.PEAK_EXTENT, "groups"));
        assertEquals("1 list; g 64, maxQL 64, w 256", numbers.ours(Metric.PEAK_EXTENT, "web objects"));
        assertEquals(OURS, numbers.oursTuned(Metric.PEAK_EXTENT, "web objects"), "1.5 on groups, the others more");
    }
}
