package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.Claims.Verdict;
import dev.fallow.research.report.Interval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agreement has two sides, ties are no order, and intervals are those of the textbooks. */
class ClaimsTest {
    private final Claims claims = new Claims();

    private static Interval interval(double low, double high) {
        return new Interval((low + high) / 2, low, high);
    }

    /** 110 times against 2.57 is no agreement, and neither is 1.5 times as much. */
    @Test
    void farMoreThanThePaperDoesNotAgree() {
        assertEquals(Verdict.NO, claims.near("2.57 times", 2.57, interval(109, 111)));
        assertEquals(Verdict.NO, claims.near("2.57 times", 2.57, interval(1, 1.1)));
        assertEquals(Verdict.NO, claims.near("2.57 times", 2.57, interval(3.8, 3.9)));
        assertEquals(Verdict.YES, claims.near("2.57 times", 2.57, interval(2.2, 3)));
        assertEquals(Verdict.UNDECIDED, claims.near("2.57 times", 2.57, interval(3, 5)));
        String table = claims.table();
        assertTrue(table.contains("| 2.57 times | 2.06, 3.21 | 110 [109, 111] | **no** | -106 to the band |"), table);
        assertTrue(table.contains("| 2.57 times | 2.06, 3.21 | 2.60 [2.20, 3] | yes | 2.46 (-0.144) |"), table);
        assertTrue(table.contains("| 4 [3, 5] | **not decided** | – |"), table);
    }

    @Test
    void aColumnMore() {
        claims.within("a", Band.ofRatios(1, 2), interval(1.2, 1.4));
        assertTrue(claims.table("measured", List.of("today")).contains("| yes | 1.10 (-0.200) | today |\n"));
        assertThrows(IllegalArgumentException.class, () -> claims.table("measured", List.of()));
    }

    /** Percentages of a whole have two parts, the smaller decides. What is not possible is not where a band fails. */
    @Test
    void bandsAreCappedAtWhatIsPossible() {
        assertEquals("85, 90.4", Band.nearPercent(88).toString());
        assertEquals("9.60, 15", Band.nearPercent(12).toString());
        assertEquals("80, 100", Band.ofPercent(80, 132).toString());
        assertEquals("83 (-12)", Band.ofPercent(80, 132).failsAt(interval(92, 98)));
        assertEquals(3.5, Band.ofPercent(0, 6).distance(Interval.exactly(2.5)), 1e-9);
        assertEquals("–", Band.ofPercent(0, 100).failsAt(Interval.exactly(50)));
    }

    /** The change that the band promises is the smallest that changes the verdict. */
    @Test
    void theDistanceChangesTheVerdict() {
        for (Band band : List.of(Band.near(7), Band.gain(1.19), Band.AHEAD, Band.SAME, Band.SLIGHTLY_MORE)) {
            for (double middle = 0.5; middle < 12; middle += 0.013) {
                Interval ours = new Interval(middle, middle * 0.999, middle * 1.001);
                Verdict verdict = band.judge(ours);
                double distance = band.distance(ours);
                if (verdict != Verdict.UNDECIDED && Double.isFinite(distance)) {
                    assertEquals(verdict, band.judge(moved(ours, distance - Math.copySign(1e-9, distance))));
                    assertNotEquals(verdict, band.judge(moved(ours, distance + Math.copySign(1e-9, distance))));
                }
            }
        }
    }

    private static Interval moved(Interval interval, double by) {
        return new Interval(interval.middle() + by, interval.low() + by, interval.high() + by);
    }

    /** 19 % more is 15 to 24 % more; the same in percent. */
    @Test
    void theBandOfAGainIsThatOfWhatIsMore() {
        assertEquals("1.15, 1.24", Band.gain(1.19).toString());
        assertEquals(15.2, Band.gain(1.19).inPercent().low(), 1e-9);
        assertEquals("1, 10", Band.SLIGHTLY_MORE.inPercent().toString());
        assertEquals("at least 1.01", Band.AHEAD.toString());
    }

    @Test
    void aTieIsNoOrder() {
        Interval ahead = interval(1.2, 2);
        Interval tie = interval(0.9, 1.2);
        Interval behind = interval(0.5, 0.6);
        assertEquals(Verdict.YES, claims.order("a, b, c", "3, 2, 1", Band.AHEAD, List.of(ahead, ahead)));
        assertEquals(Verdict.UNDECIDED, claims.order("a, b, c", "2, 2, 1", Band.AHEAD, List.of(tie, ahead)));
        assertEquals(Verdict.NO, claims.order("a, b", "2, 2", Band.AHEAD, List.of(Interval.exactly(1.005))));
        assertEquals(Verdict.NO, claims.order("a, b, c, d", "4", Band.AHEAD, List.of(tie, behind, interval(0.9, 1))));
        assertEquals(List.of(Verdict.YES, Verdict.UNDECIDED, Verdict.NO, Verdict.NO), claims.verdicts());
        String table = claims.table();
        assertTrue(table.contains("| each at least 1.01 | 3, 2, 1 | yes | 1.41 (-0.190) |"), table);
        assertTrue(table.contains("| each at least 1.01 | 4 | **no** | +0.410 to the band |"), table);
    }

    /** For 6, 10 and 30 values, 1, 2 and 10 are outside on each side or the ends: tables of the sign test. */
    @Test
    void intervalsOfTheMedian() {
        for (int[] row : new int[][] {{1, 1, 1}, {5, 1, 5}, {6, 1, 6}, {9, 2, 8}, {10, 2, 9}, {30, 10, 21}}) {
            List<Double> samples = new ArrayList<>();
            for (double value = 1; value <= row[0]; value++) {
                samples.add(value);
            }
            Interval found = Interval.ofMedian(samples);
            assertEquals(row[1], found.low(), row[0] + " samples");
            assertEquals(row[2], found.high(), row[0] + " samples");
        }
    }

    /** The mean of 1 to 5 is 3, its standard deviation 1.581, Student's t for 4 degrees of freedom 2.776. */
    @Test
    void intervalsOfTheMean() {
        Interval found = Interval.ofMean(1, 2, 3, 4, 5);
        assertEquals(3, found.middle());
        assertEquals(2.776 * Math.sqrt(2.5 / 5), found.half(), 1e-9);
        assertEquals(0, Interval.ofMean(7).half());
        assertEquals(2.0, Interval.ofMean(new double[61]).half() + 2, 1e-9);
    }

    @Test
    void quotientsHoldTheirEnds() {
        Interval found = interval(10, 12).over(interval(2, 4));
        assertEquals(2.5, found.low());
        assertEquals(6, found.high());
        assertEquals("3.67 [2.50, 6]", found.toString());
        assertEquals("3", Interval.exactly(3).toString());
    }
}
