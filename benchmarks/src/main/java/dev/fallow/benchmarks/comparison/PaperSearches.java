package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.page.Search;
import dev.fallow.freespace.bitmap.BitParallelSearch;

/** What Burns and Hineman measured (section 5), as far as they give numbers: most of their figures are curves. */
final class PaperSearches {
    static final String FIGURE_6 = "figure 6, no block free";
    static final String FIGURE_7 = "figure 7, empty disk";
    static final String TABLE_1 = "table 1, requests to aged bitmaps";
    static final String HERE = "here";
    static final String PAPER = "Burns and Hineman";

    static final String REMARKS = """
            Who wins and how it grows is as in the paper, but for figure 7. *Figure 6*: twice the width, about twice the speed,
            from 8 to 32 bits in both. All ratios are higher, since a word without a set bit costs one comparison here and
            no rounds, which is less than half a nanosecond; the jump at 64 bits is that of words that need not be cut out of
            longer ones, in a loop that the compiler unrolls (on the Alpha, too, narrow words paid for that). *Figure 7*: the
            paper has 5 times for 64 blocks, we 1 to 4, differing from JVM to JVM: these times are of ten to a hundred
            nanoseconds. The loop passes 72 bits whose branches are all predicted, at less than a nanosecond each, and the
            suffix of the first word costs the others as much as many of them; with the marking of the bits, which is the same
            for all, mostly a fifth is left. For one block the paper's loop is twice as fast; ours is not, as it goes through
            the eight occupied bits first. In INS of figure 8, where one block is found after a few bits, the loop is even
            with the widest words. *Table 1*: with 32 bits the gains are
            the paper's in order and somewhat above them, the least for INS and the most for WEB, since the longer a search goes on,
            the less its beginning counts: some 400, 800 and 7,000 bits. 64 bits double that, as the paper expected of wider
            registers. *Figure 8*: WEB falls the most over the first five blocks; from some sixteen on nearly all its searches
            are in vain, and the curve is flat. The paper says that more than about five blocks need an extensive search even in
            INS. Not here: INS looks at some 60 bits for 5 blocks, 150 for 12 and a few thousand for 32. What dies there leaves
            runs, because half of the blocks are free and a new file mostly finds its blocks close together; the mean of table
            1 comes from the few large requests. So our INS and RES are less fragmented than those of the traces.
            """;

    private static final String THEIR_LOOP = PAPER + ": loop";
    private static final String THEIR_SEARCH = PAPER + ": 32 bits";

    private PaperSearches() {}

    /** "An increase of about 1.7 times for 8-bit words, 3.3 for 16, 6.9 for 32" and "over 14" for 64. */
    static void figure6(Search search, Findings findings) {
        if (search.words() instanceof BitParallelSearch parallel) {
            double speedup = switch (parallel.wordBits()) {
                case 8 -> 1.7;
                case 16 -> 3.3;
                case 32 -> 6.9;
                default -> 14;
            };
            findings.add(FIGURE_6, PAPER, search.name(), Metric.LOOP_SPEEDUP, speedup);
        }
    }

    /** "Approximately a factor of 5" for 64 blocks; linear "about twice as fast" for one, "the same rate" for 8. */
    static void figure7(Findings findings) {
        findings.add(FIGURE_7, "1", PAPER, Metric.LOOP_SPEEDUP, 0.5);
        findings.add(FIGURE_7, "8", PAPER, Metric.LOOP_SPEEDUP, 1);
        findings.add(FIGURE_7, "64", PAPER, Metric.LOOP_SPEEDUP, 5);
    }

    /** Table 1, on a processor of 1 GHz and 32 bits. */
    static void table1(Findings findings) {
        table1("INS", 3.338e5, 9.998e5, findings);
        table1("RES", 1.603e5, 6.187e5, findings);
        table1("WEB", 1.4969e4, 9.478e4, findings);
    }

    private static void table1(String workload, double loop, double parallel, Findings findings) {
        findings.add(TABLE_1, workload, THEIR_LOOP, Metric.SEARCHES_PER_SECOND, loop);
        findings.add(TABLE_1, workload, THEIR_SEARCH, Metric.SEARCHES_PER_SECOND, parallel);
        findings.add(TABLE_1, workload, THEIR_SEARCH, Metric.LOOP_SPEEDUP, parallel / loop);
    }
}
