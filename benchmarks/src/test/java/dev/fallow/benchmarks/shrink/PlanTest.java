package dev.fallow.benchmarks.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.shrink.Plan.Kind;
import dev.fallow.benchmarks.shrink.Plan.Step;
import dev.fallow.benchmarks.shrink.Trail.Point;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the contenders are told to do, and what is computed from what they did. */
class PlanTest {
    private static long count(Plan plan, Kind kind) {
        return plan.steps().stream().filter(step -> step.kind() == kind).count();
    }

    /** Every deleted object exists, and every path is used once. */
    private static Set<String> left(Plan plan) {
        Set<String> existing = new HashSet<>();
        Set<String> used = new HashSet<>();
        for (Step step : plan.steps()) {
            switch (step.kind()) {
                case GROUP, DATASET -> {
                    assertTrue(used.add(step.path()), step.path());
                    existing.add(step.path());
                }
                case DELETE -> {
                    assertTrue(existing.remove(step.path()), step.path());
                    existing.removeIf(path -> path.startsWith(step.path() + "/"));
                }
                default -> {
                    // nothing changes
                }
            }
        }
        return existing;
    }

    @Test
    void theLoggerKeepsTwentyRuns() {
        Plan plan = Plan.logger(40, 1);
        assertEquals(200, count(plan, Kind.COMMIT));
        assertEquals(40, count(plan, Kind.RESTART));
        assertEquals(180, count(plan, Kind.DELETE));
        Set<String> left = left(plan);
        assertEquals(20, left.stream().filter(path -> !path.contains("/")).count());
        long datasets = count(plan, Kind.DATASET);
        assertTrue(datasets >= 600 && datasets <= 1600, Long.toString(datasets));
        for (Step step : plan.steps()) {
            assertTrue(step.count() <= 50_000 && (step.kind() != Kind.DATASET || step.count() >= 25), step.line());
        }
        assertNotEquals(plan, Plan.logger(40, 2));
        assertEquals(plan, Plan.logger(40, 1));
    }

    @Test
    void mostOfTheChurnLivesForAShortTime() {
        Plan plan = Plan.churn(300, 1);
        assertEquals(300, count(plan, Kind.COMMIT));
        assertEquals(60, count(plan, Kind.RESTART));
        assertEquals(2_400, count(plan, Kind.DATASET));
        int left = left(plan).size() - 16;
        assertTrue(left > 60 && left < 200, Integer.toString(left));
    }

    @Test
    void linesAreThoseOfTheProgramInPython() {
        assertEquals("delete\tg/d", Step.of(Kind.DELETE, "g/d").line());
        assertEquals("dataset\tg/d\t5\t0\t12\t99", new Step(Kind.DATASET, "g/d", 5, 0, 12, 99).line());
    }

    @Test
    void noiseHasTheWantedBits() {
        assertEquals(0, Noise.ints(1000, 4, 7)[3] >>> 4);
        assertNotEquals(List.of(Noise.at(1, 24, 1)), List.of(Noise.at(1, 24, 2)));
    }

    @Test
    void highestIsOfTheSessionsWithAllData() {
        Trail trail = new Trail(
                List.of(
                        new Point(900, 900, 10, 10, 100),
                        new Point(120, 150, 30, 20, 100),
                        new Point(110, 160, 20, 10, 100)),
                1);
        assertEquals(1.2, trail.highestRatio());
        assertEquals(1.6, trail.highestWithin());
        assertEquals(1.1, trail.lastRatio());
        assertEquals(1.15, trail.meanRatio(), 1e-9);
        assertEquals(1.5, trail.writtenPerStored());
    }
}
