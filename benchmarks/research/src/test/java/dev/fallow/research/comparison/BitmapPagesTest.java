package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.research.aging.AgedBitmap;
import dev.fallow.research.aging.AgingSimulator;
import dev.fallow.research.aging.AgingWorkload;
import dev.fallow.research.comparison.bitmap.AgedSearches;
import dev.fallow.research.comparison.bitmap.PaperSearches;
import dev.fallow.research.page.AgedPage;
import dev.fallow.research.page.Search;
import dev.fallow.research.search.RunSearch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The experiments of Burns and Hineman in counts of examined bits and words instead of time. */
class BitmapPagesTest {
    private static final List<String> NAMES = names();

    private static List<String> names() {
        return Search.all().stream()
                .filter(search -> search.words() != null)
                .map(Search::name)
                .toList();
    }

    private static int width(String name) {
        return Search.named(name).words().wordBits();
    }

    /**
     * Figure 6: a page without a free block is searched completely, in the number of words that its 65,536 bits take.
     */
    @Test
    void wordsOfAPageWithoutAFreeBlock() {
        for (String name : NAMES) {
            BitmapFreeSpace space = Search.named(name).backend();
            space.free(AgedPage.BITS - 1L, 1);
            assertEquals(AgedPage.BITS - 1L, space.allocate(1), "all allocated from here on, in the page itself");
            space.free(AgedPage.BITS + 64L, 9); // after the page, so that the request is not refused for its size
            long before = space.probes();
            assertEquals(AgedPage.BITS + 64L, space.allocate(9));
            long behind = Search.named(name).words().wordsLookedAt(0, 64 + 9);
            assertEquals(AgedPage.BITS / width(name) + behind, space.probes() - before, name);
        }
    }

    /**
     * Figure 7: after eight allocated bits, a search for 64 free ones examines 72 bits, 9 bytes, or 5, 3 and 2 words.
     */
    @Test
    void wordsOfAnAllocationOnAnEmptyDisk() {
        Map<Integer, Long> expected = Map.of(1, 72L, 8, 9L, 16, 5L, 32, 3L, 64, 2L);
        for (String name : NAMES) {
            BitmapFreeSpace space = Search.named(name).backend();
            space.free(8, AgedPage.BITS - 8);
            long before = space.probes();
            assertEquals(8, space.allocate(64));
            assertEquals(expected.get(width(name)), space.probes() - before, name);
        }
    }

    /**
     * Table 1: the bit counts have the order and approximately the ratios of the paper's times, and all searches find
     * the same run.
     */
    @Test
    void bitsOfTheRequestsToAgedBitmaps() {
        Map<AgingWorkload, Double> bits = new HashMap<>();
        for (AgingWorkload workload : AgingWorkload.values()) {
            AgedBitmap bitmap = AgingSimulator.age(workload, 2, 1);
            AgedSearches trace = AgedSearches.replayed(bitmap, 4096, 1);
            RunSearch loop = Search.LOOP.words();
            bits.put(workload, trace.probes(loop));
            for (String name : NAMES) {
                RunSearch search = Search.named(name).words();
                assertEquals(trace.all(loop), trace.all(search), workload + ", " + name);
                double words = trace.probes(search);
                String where = workload + ", " + name + ": " + words + " words";
                // each may begin and end inside a word
                double least = bits.get(workload) / width(name);
                assertTrue(words >= least && words <= least + 2, where);
            }
        }
        double ins = bits.get(AgingWorkload.INSTRUCTIONAL);
        assertTrue(ins > 200 && ins < 600, "INS: " + ins);
        assertEquals(2.1, bits.get(AgingWorkload.RESEARCH) / ins, 0.7);
        assertEquals(20, bits.get(AgingWorkload.WEB) / ins, 8);
    }

    /**
     * Figure 8: more blocks take more bits; on a nearly full page more than about five blocks need an extensive search.
     */
    @Test
    void bitsByTheSizeOfRequests() {
        for (AgingWorkload workload : AgingWorkload.values()) {
            AgedBitmap bitmap = AgingSimulator.age(workload, 2, 1);
            double before = 0;
            for (int size : new int[] {1, 2, 5, 12, 24, 32}) {
                double bits = new AgedSearches(bitmap, 1000, 1, () -> size).probes(Search.LOOP.words());
                assertTrue(bits >= before, workload + ", " + size + " blocks: " + bits);
                before = bits;
            }
            assertTrue(before > 1000, workload + ", 32 blocks: " + before);
        }
    }

    /** The tables contain the paper's figures next to ours. */
    @Test
    void thePapersFiguresAreBeside() {
        Map<String, Double> found = new HashMap<>();
        ExperimentFindings findings = (group, column, contender, metric, value) ->
                found.put(String.join("/", group, column, contender, metric.name()), value);
        PaperSearches.figure6(findings);
        PaperSearches.figure7(findings);
        PaperSearches.table1(findings);
        String six = PaperSearches.FIGURE_6;
        assertEquals(6.9, found.get(six + "/Burns and Hineman/as printed, 32 bits/LOOP_SPEEDUP"));
        assertEquals(5, found.get(PaperSearches.FIGURE_7 + "/64/Burns and Hineman/LOOP_SPEEDUP"));
        assertEquals(333_800, found.get(PaperSearches.TABLE_1 + "/INS/Burns and Hineman: loop/SEARCHES_PER_SECOND"));
        assertEquals(6.33, found.get(PaperSearches.TABLE_1 + "/WEB/Burns and Hineman: 32 bits/LOOP_SPEEDUP"), 0.005);
        assertEquals(4 + 3 + 6 + 3, found.size());
    }
}
