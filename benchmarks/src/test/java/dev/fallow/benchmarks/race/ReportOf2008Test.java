package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.research.createdelete.ReportOf2008;
import dev.fallow.research.createdelete.ReportTest;
import org.junit.jupiter.api.Test;

/** What is wrong or too coarse in the report of 2008. */
class ReportOf2008Test {
    /** The quotients in the last column of the report's table of test 3: "1,0998.77" is 10,998.77. */
    @Test
    void theTimeOfAThousandGroupsFollowsFromItsQuotient() {
        assertEquals(11.53667, row(ReportTest.NESTED, 500).quotient(), 0.00001);
        assertEquals(38.0598, row(ReportTest.NESTED, 1_000).quotient(), 0.0001);
    }

    private static ReportOf2008.Row row(ReportTest test, int count) {
        return ReportOf2008.row(test, count).orElseThrow();
    }

    /**
     * Section 6 says that n operations take the order of n log2 n with skip lists and of n squared with the list. Its own
     * tables 1 and 2 grow faster from 10,000 to 50,000 objects, with the list only table 1; the third one does not.
     */
    @Test
    void tablesOneAndTwoGrowFasterThanTheOrderOfTheConclusion() {
        assertEquals(28.5, growth(ReportTest.GROUPS).branch(), 0.05);
        assertEquals(5.87, growth(ReportTest.GROUPS).linearithmic(), 0.005);
        assertEquals(18.1, growth(ReportTest.DATASETS).branch(), 0.05);
        assertEquals(64.2, growth(ReportTest.GROUPS).trunk(), 0.05);
        assertEquals(32.4, growth(ReportTest.DATASETS).trunk(), 0.05);
        assertEquals(25, growth(ReportTest.GROUPS).square(), 0.005);
        assertEquals(4.24, growth(ReportTest.NESTED).branch(), 0.005);
        assertEquals(4.44, growth(ReportTest.NESTED).linearithmic(), 0.005);
        assertEquals(14.0, growth(ReportTest.NESTED).trunk(), 0.05);
        assertEquals(16.0, growth(ReportTest.NESTED).square(), 0.05);
    }

    private static ReportOf2008.Growth growth(ReportTest test) {
        return ReportOf2008.growth(test).orElseThrow();
    }

    /**
     * Table 2: 2 + log2 n steps to find a section, for all n sections. Our bins have the same design. If all sections
     * have one size, the search takes the same number of steps with 16 sections and with 65,536; with 64 sizes in the
     * bin it takes a few more.
     */
    @Test
    void aSearchDependsOnTheSizesInABinAndNotOnAllSections() {
        for (int sections : new int[] {16, 65_536}) {
            assertTrue(probesOfARefusal(sections, 1) <= 2, sections + " sections: log2 is " + log2(sections));
        }
        assertEquals(probesOfARefusal(4_096, 64), probesOfARefusal(65_536, 64));
        assertTrue(probesOfARefusal(65_536, 64) > 2);
        assertTrue(probesOfARefusal(65_536, 64) < log2(65_536));
    }

    /** The probes of a request in the bin of all sections that none of them can serve: the search alone. */
    private static long probesOfARefusal(int sections, int sizes) {
        FreeSpace space = new SizeBins(0);
        for (int i = 0; i < sections; i++) {
            space.free(1_000L * i, 128 + i % sizes);
        }
        long before = space.probes();
        assertEquals(FreeSpace.NO_SPACE, space.allocate(250));
        return space.probes() - before;
    }

    private static double log2(int sections) {
        return Math.log(sections) / Math.log(2);
    }
}
