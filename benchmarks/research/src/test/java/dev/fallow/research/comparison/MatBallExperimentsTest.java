package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.experiment.MatBallSweep;
import dev.fallow.research.comparison.experiment.MatBallUtilisation;
import dev.fallow.research.policy.matball.DeletionRule;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The statements in the text below the tables; the time is simulated, and therefore reproducible. */
class MatBallExperimentsTest {
    private final Map<String, Double> found = new HashMap<>();

    private void run(Experiment experiment, String task) {
        experiment.run(
                task,
                Scale.SMOKE,
                (group, column, contender, metric, value) ->
                        found.put(String.join("/", group, column, contender, metric.name()), value));
    }

    private double speed(String group, String size, String row) {
        return found.get(String.join("/", group, size, row, Metric.MEGABYTES_PER_SECOND.name()));
    }

    private double used(String group, int threshold, int extent) {
        return of(group, threshold, extent, Metric.UTILISATION);
    }

    private double of(String group, int threshold, int extent, Metric metric) {
        return found.get(String.join("/", group, "" + threshold, "extents of " + extent + " KB", metric.name()));
    }

    /** Figures 4 to 7. */
    @Test
    void theSweep() {
        run(new MatBallSweep(), "all");
        String large = "262144";
        String four = "figure 4, write, λ 16";
        String six = "figure 6, read, λ 16";
        double small64 = speed(four, large, "MatBall 64 KB, λ 16");
        assertTrue(small64 > 1.1 * speed(four, large, "ext2 16 KB, fast"));
        assertTrue(small64 < 1.19 * speed(four, large, "ext2 16 KB, fast"), "the paper's 19 % lie between");
        assertTrue(small64 > 1.19 * speed(four, large, "ext2 8 KB, fast"));
        assertEquals(1.06, speed(four, large, "MatBall 256 KB, λ 16") / small64, 0.02);
        assertTrue(speed(four, "64", "MatBall 256 KB, λ 16") < speed(four, "64", "MatBall 64 KB, λ 16"));
        assertEquals(1.05, speed(six, large, "MatBall 256 KB, λ 16") / speed(six, large, "MatBall 64 KB, λ 16"), 0.03);
        for (String size : new String[] {"64", "1024", large}) {
            for (String row : new String[] {"MatBall 64 KB, λ ", "MatBall 256 KB, λ "}) {
                assertEquals(speed(four, size, row + 16), speed("figure 5, write, λ 32", size, row + 32));
                assertEquals(speed(six, size, row + 16), speed("figure 7, read, λ 32", size, row + 32));
            }
        }
    }

    /**
     * "The difference of the read performance between ext2 on HDD and ext2 on SSD is lower than that of the write": for
     * large files only if a part of them is in the page cache, and with all of it there is no difference.
     */
    @Test
    void theDifferenceOfTheDevicesWhenReadingDependsOnThePageCache() {
        run(new MatBallSweep(), "all");
        String four = "figure 4, write, λ 16";
        double writing = speed(four, "262144", "ext2 16 KB, fast") / speed(four, "262144", "ext2 16 KB, slow");
        String group = "sensitivity: reading, by the percentage of the file in the page cache/";
        String row = "/ext2 16 KB, fast over slow, 262144 KB/RATIO";
        assertTrue(found.get(group + 0 + row) > writing);
        assertTrue(found.get(group + 50 + row) < writing);
        assertEquals(1, found.get(group + 100 + row));
    }

    @Test
    void utilisation() {
        for (String task : new MatBallUtilisation().tasks(Scale.SMOKE)) {
            run(new MatBallUtilisation(), task);
        }
        String small = "small files, up to 64 KB, filled once";
        assertTrue(used(small, 16, 64) > 1.5 * used(small, 64, 64), "against one file an extent");
        assertTrue(used(small, 16, 256) > 5 * used(small, 256, 256));
        for (int extent : new int[] {64, 256}) {
            for (int threshold = 2; threshold < extent; threshold *= 2) {
                assertTrue(used(small, threshold, extent) > used(small, 2 * threshold, extent), "λ " + threshold);
            }
            assertEquals(0, of(small, extent, extent, Metric.IN_HOLES));
        }
        assertTrue(of(small, 32, 64, Metric.SHUT) > of(small, 32, 64, Metric.IN_HOLES));
        assertTrue(of(small, 32, 256, Metric.SHUT) < of(small, 32, 256, Metric.IN_HOLES));
        String aligned = "doubling sizes, 64 KB to 1 MB, filled once";
        assertEquals(used(aligned, 64, 64), used(aligned, 16, 64), "these sizes fill extents of 64 KB");
        assertEquals(0, of("between two files", 2, 256, Metric.HOLE_BLOCKS));
        assertEquals(3, of("between two files", 2, 256, Metric.LEVELS));
    }

    /**
     * Deletion, which the paper does not mention: whether a device wears, and whether a small λ still gains, depend on
     * the rule.
     */
    @Test
    void theRuleOfDeletionDecidesWhetherADeviceWears() {
        run(new MatBallUtilisation(), "SMALL");
        double filled = used("small files, up to 64 KB, filled once", 16, 256);
        for (DeletionRule deletion : DeletionRule.values()) {
            double lost = filled - worn(16, deletion, Metric.UTILISATION);
            double small = worn(2, deletion, Metric.UTILISATION);
            if (deletion == DeletionRule.BETWEEN_FILES || deletion == DeletionRule.EVERYWHERE) {
                assertTrue(lost < 5, "hardly: " + lost);
                assertTrue(small > 1.03 * worn(16, deletion, Metric.UTILISATION), "a smaller λ gains: " + small);
                assertTrue(worn(2, deletion, Metric.IN_HOLES) < 1);
            } else {
                assertTrue(lost > 25, deletion + ": " + lost);
                assertTrue(small < 60, deletion + ": " + small);
                assertTrue(worn(2, deletion, Metric.IN_HOLES) > 25, "holes in front of other files");
            }
        }
    }

    private double worn(int threshold, DeletionRule deletion, Metric metric) {
        return found.get(String.join(
                "/",
                "small files, up to 64 KB, worn",
                "" + threshold,
                "extents of 256 KB, " + deletion.label(),
                metric.name()));
    }

    /**
     * The 19 % over ext2 depend on the time of a request and on the size of ext2's, neither of which the paper states:
     * MatBall may be far ahead or behind.
     */
    @Test
    void theGainOfWritingDependsOnWhatIsNotStated() {
        run(new MatBallSweep(), "all");
        String group = "sensitivity: writing 256 MB, by microseconds of a request/";
        String row = "/MatBall, extents of 64 KB, over ext2 with requests of %d KB/RATIO";
        assertTrue(found.get(group + 100 + row.formatted(4)) > 5, "slow requests, small ones of ext2");
        assertTrue(found.get(group + 1 + row.formatted(64)) < 0.95, "fast requests, large ones of ext2");
        assertTrue(found.get(group + 15 + row.formatted(8)) > 1.19);
        assertTrue(found.get(group + 15 + row.formatted(16)) < 1.19);
    }
}
