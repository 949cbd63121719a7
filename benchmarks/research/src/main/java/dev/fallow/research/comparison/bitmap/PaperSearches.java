package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;

/** The measurements of Burns and Hineman (section 5) for which they give numbers; most of their figures are curves. */
public final class PaperSearches {
    public static final String FIGURE_6 = "figure 6, no block free";
    public static final String FIGURE_7 = "figure 7, empty disk";
    /** Placement, maximum request and seed of the bitmaps are fitted: see {@code AgingSimulator}. */
    public static final String TABLE_1 = "table 1, requests to aged bitmaps (fitted)";

    static final String FIGURE_8 = "figure 8, ";

    /** The requests of figure 6: the paper does not give the size. */
    static final int[] SIZES_6 = {8, 64};

    static final String HERE = "here";
    static final String PAPER = "Burns and Hineman";

    static final String WITH_MARKING = ", with marking and release";

    private static final String THEIR_LOOP = PAPER + ": loop";
    private static final String THEIR_SEARCH = PAPER + ": 32 bits";

    private PaperSearches() {}

    /** "An increase of about 1.7 times for 8-bit words, 3.3 for 16, 6.9 for 32" and "over 14" for 64. */
    static double speedup6(int width) {
        return switch (width) {
            case 8 -> 1.7;
            case 16 -> 3.3;
            case 32 -> 6.9;
            default -> 14;
        };
    }

    static String blocks(int size) {
        return size + " blocks";
    }

    /** The paper's factors. */
    public static void figure6(ExperimentFindings findings) {
        for (int width : Search.WIDTHS) {
            findings.add(FIGURE_6, PAPER, Search.paper(Shortcuts.NONE, width), Metric.LOOP_SPEEDUP, speedup6(width));
        }
    }

    /** "Approximately a factor of 5" for 64 blocks; linear "about twice as fast" for one, "the same rate" for 8. */
    public static void figure7(ExperimentFindings findings) {
        findings.add(FIGURE_7, "1", PAPER, Metric.LOOP_SPEEDUP, 0.5);
        findings.add(FIGURE_7, "8", PAPER, Metric.LOOP_SPEEDUP, 1);
        findings.add(FIGURE_7, "64", PAPER, Metric.LOOP_SPEEDUP, 5);
    }

    /** Table 1, on a processor of 1 GHz and 32 bits. */
    public static void table1(ExperimentFindings findings) {
        table1("INS", 3.338e5, 9.998e5, findings);
        table1("RES", 1.603e5, 6.187e5, findings);
        table1("WEB", 1.4969e4, 9.478e4, findings);
    }

    private static void table1(String workload, double loop, double parallel, ExperimentFindings findings) {
        findings.add(TABLE_1, workload, THEIR_LOOP, Metric.SEARCHES_PER_SECOND, loop);
        findings.add(TABLE_1, workload, THEIR_SEARCH, Metric.SEARCHES_PER_SECOND, parallel);
        findings.add(TABLE_1, workload, THEIR_SEARCH, Metric.LOOP_SPEEDUP, parallel / loop);
    }
}
