package dev.fallow.benchmarks.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.aging.AgedBitmap;
import dev.fallow.benchmarks.aging.AgingSimulator;
import dev.fallow.benchmarks.aging.AgingWorkload;
import dev.fallow.benchmarks.comparison.bitmap.AgedSearches;
import dev.fallow.benchmarks.comparison.bitmap.PaperSearches;
import dev.fallow.benchmarks.page.AgedPage;
import dev.fallow.benchmarks.page.Search;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.bitmap.RunSearch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The experiments of Burns and Hineman in counts of examined bits and words instead of time. */
class BitmapPagesTest {
    private static final List<String> NAMES =
            List.of("loop", "paper, 8 bits", "paper, 16 bits", "paper, 32 bits", "paper, 64 bits", "filtered");
    private static final int[] WIDTHS = {1, 8, 16, 32, 64, 64};

    /**
     * Figure 6: a page without a free block is searched completely, in the number of words that its 65,536 bits take.
     */
    @Test
    void wordsOfAPageWithoutAFreeBlock() {
        for (int i = 0; i < WIDTHS.length; i++) {
            BitmapFreeSpace space = Search.named(NAMES.get(i)).backend();
            space.free(AgedPage.BITS - 1L, 1);
            assertEquals(AgedPage.BITS - 1L, space.allocate(1), "all allocated from here on, in the page itself");
            space.free(AgedPage.BITS + 64L, 9); // after the page, so that the request is not refused for its size
            long before = space.probes();
            assertEquals(AgedPage.BITS + 64L, space.allocate(9));
            long behind = Search.named(NAMES.get(i)).words().wordsLookedAt(0, 64 + 9);
            assertEquals(AgedPage.BITS / WIDTHS[i] + behind, space.probes() - before, NAMES.get(i));
        }
    }

    /**
     * Figure 7: after eight allocated bits, a search for 64 free ones examines 72 bits, 9 bytes, or 5, 3 and 2 words.
     */
    @Test
    void wordsOfAnAllocationOnAnEmptyDisk() {
        long[] expected = {72, 9, 5, 3, 2, 2};
        for (int i = 0; i < WIDTHS.length; i++) {
            BitmapFreeSpace space = Search.named(NAMES.get(i)).backend();
            space.free(8, AgedPage.BITS - 8);
            long before = space.probes();
            assertEquals(8, space.allocate(64));
            assertEquals(expected[i], space.probes() - before, NAMES.get(i));
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
            AgedSearches trace = AgedSearches.replayed(bitmap, 4096);
            RunSearch loop = Search.LOOP.words();
            bits.put(workload, trace.probes(loop));
            for (int i = 1; i < WIDTHS.length; i++) {
                RunSearch search = Search.named(NAMES.get(i)).words();
                assertEquals(trace.all(loop), trace.all(search), workload + ", " + NAMES.get(i));
                double words = trace.probes(search);
                String where = workload + ", " + NAMES.get(i) + ": " + words + " words";
                // each may begin and end inside a word
                assertTrue(
                        words >= bits.get(workload) / WIDTHS[i] && words <= bits.get(workload) / WIDTHS[i] + 2, where);
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
                double bits = new AgedSearches(bitmap, 1000, () -> size).probes(Search.LOOP.words());
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
        Findings findings = (group, column, contender, metric, value) ->
                found.put(String.join("/", group, column, contender, metric.name()), value);
        Search.all().forEach(search -> PaperSearches.figure6(search, findings));
        PaperSearches.figure7(findings);
        PaperSearches.table1(findings);
        String six = PaperSearches.FIGURE_6;
        assertEquals(6.9, found.get(six + "/Burns and Hineman/paper, 32 bits/LOOP_SPEEDUP"));
        assertEquals(5, found.get(PaperSearches.FIGURE_7 + "/64/Burns and Hineman/LOOP_SPEEDUP"));
        assertEquals(333_800, found.get(PaperSearches.TABLE_1 + "/INS/Burns and Hineman: loop/SEARCHES_PER_SECOND"));
        assertEquals(6.33, found.get(PaperSearches.TABLE_1 + "/WEB/Burns and Hineman: 32 bits/LOOP_SPEEDUP"), 0.005);
        assertEquals(4 + 3 + 6 + 3, found.size());
    }
}
