package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.research.createdelete.ReportTest;
import org.junit.jupiter.api.Test;

/** What is wrong or too coarse in the report of 2008. */
class ReportOf2008Test {
    /** The quotients in the last column of the report's table of test 3: "1,0998.77" is 10,998.77. */
    @Test
    void theTimeOfAThousandGroupsFollowsFromItsQuotient() {
        assertEquals(11.53667, quotient(500), 0.00001);
        assertEquals(38.0598, quotient(1_000), 0.0001);
    }

    private static double quotient(int count) {
        ReportOf2008.Row row = ReportOf2008.row(ReportTest.NESTED, count).orElseThrow();
        return row.trunk() / row.branch();
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
