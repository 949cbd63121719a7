package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

    /** 110 times against 2.57 is no agreement. */
    @Test
    void farMoreThanThePaperDoesNotAgree() {
        assertEquals(Verdict.NO, claims.near("2.57 times", 2.57, 1.5, interval(109, 111)));
        assertEquals(Verdict.NO, claims.near("2.57 times", 2.57, 1.5, interval(1, 1.1)));
        assertEquals(Verdict.YES, claims.near("2.57 times", 2.57, 1.5, interval(2, 3)));
        assertEquals(Verdict.UNDECIDED, claims.near("2.57 times", 2.57, 1.5, interval(3, 5)));
        assertTrue(claims.table().contains("| 2.57 times | 1.71, 3.85 | 110 [109, 111] | **no** |"), claims.table());
    }

    @Test
    void aColumnMore() {
        claims.within("a", 1, 2, interval(1.2, 1.4));
        assertTrue(claims.table("measured", List.of("today")).contains("| yes | today |\n"));
        assertThrows(IllegalArgumentException.class, () -> claims.table("measured", List.of()));
    }

    @Test
    void aTieIsNoOrder() {
        Interval ahead = interval(1, 2);
        assertEquals(Verdict.YES, claims.order("a, b, c", "3, 2, 1", List.of(ahead, ahead)));
        assertEquals(Verdict.UNDECIDED, claims.order("a, b, c", "2, 2, 1", List.of(interval(-1, 1), ahead)));
        assertEquals(Verdict.UNDECIDED, claims.order("a, b", "2, 2", List.of(Interval.exactly(0))));
        assertEquals(Verdict.NO, claims.order("a, b, c", "2, 2, 3", List.of(interval(-1, 1), interval(-2, -1))));
        assertEquals(List.of(Verdict.YES, Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.NO), claims.verdicts());
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
