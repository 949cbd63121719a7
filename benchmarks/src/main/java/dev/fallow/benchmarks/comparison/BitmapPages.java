package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.page.AgedPage;
import dev.fallow.benchmarks.page.Search;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Section 5 of Burns and Hineman: searches through a page of which all is allocated, and through pages that got old. Each
 * search has a JVM of its own, in which it and the bit-by-bit loop take turns.
 */
final class BitmapPages implements Experiment {
    private static final String ALL_ALLOCATED = "all allocated";
    private static final int[] FREE_PERCENT = {51, 38, 4};
    private static final int LONGEST = 32;
    private static final int PAGES = 4;
    private static final List<Integer> LENGTHS_SHOWN = List.of(1, 2, 4, 8, 12, 16, 24, 32);

    @Override
    public String name() {
        return "bitmap-pages";
    }

    @Override
    public String description() {
        return "Searches through bitmap pages of 8,192 bytes; on aged pages the mean over requests of 1 to 32 bits and over "
                + PAGES + " pages, each searched from its first bit and not changed.";
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Search.all().stream()
                .filter(search -> search != Search.LOOP)
                .map(Search::name)
                .toList();
    }

    @Override
    public void run(String task, Scale scale, Findings findings) {
        Search search = Search.named(task);
        allAllocated(search, scale, findings);
        for (int percent : FREE_PERCENT) {
            aged(percent, search, scale, findings);
        }
    }

    private static void allAllocated(Search search, Scale scale, Findings findings) {
        long[] page = new long[AgedPage.BITS / 64];
        LongUnaryOperator[] both = {
            Search.LOOP.over().apply(page), search.over().apply(page)
        };
        if (both[0].applyAsLong(8) != -1 || both[1].applyAsLong(8) != -1) {
            throw new IllegalStateException(search + " found a run where there is none");
        }
        double[][] nanos = new double[2][scale.rounds()];
        for (int round = -scale.warmups(); round < scale.rounds(); round++) {
            for (int i = 0; i < 2; i++) {
                LongUnaryOperator one = both[i];
                double each = Searching.nanos(() -> one.applyAsLong(8), scale.searchNanos() / 4);
                if (round >= 0) {
                    nanos[i][round] = each;
                }
            }
        }
        report(search, ALL_ALLOCATED, Numbers.median(nanos[0]), Numbers.median(nanos[1]), findings);
    }

    private static void aged(int percent, Search search, Scale scale, Findings findings) {
        LongUnaryOperator[][] both = new LongUnaryOperator[2][PAGES];
        for (int i = 0; i < PAGES; i++) {
            long[] page = AgedPage.of(percent, i);
            both[0][i] = Search.LOOP.over().apply(page);
            both[1][i] = search.over().apply(page);
            requireSameAnswers(search, both[0][i], both[1][i]);
        }
        double[][][] byLength = new double[2][LONGEST][scale.rounds()];
        long atLeast = scale.searchNanos() / (PAGES * LONGEST);
        for (int round = -scale.warmups(); round < scale.rounds(); round++) {
            for (int i = 0; i < 2; i++) {
                for (int length = 1; length <= LONGEST; length++) {
                    double nanos = 0;
                    for (LongUnaryOperator page : both[i]) {
                        int wanted = length;
                        nanos += Searching.nanos(() -> page.applyAsLong(wanted), atLeast) / PAGES;
                    }
                    if (round >= 0) {
                        byLength[i][length - 1][round] = nanos;
                    }
                }
            }
        }
        report(search, percent + " % free", mean(byLength[0]), mean(byLength[1]), findings);
        for (int length : LENGTHS_SHOWN) {
            for (int i = 0; i < 2; i++) {
                findings.add(
                        percent + " % free",
                        Integer.toString(length),
                        (i == 0 ? Search.LOOP : search).name(),
                        Metric.LENGTH_MICROS,
                        Numbers.median(byLength[i][length - 1]) / 1000);
            }
        }
    }

    private static void requireSameAnswers(Search search, LongUnaryOperator loop, LongUnaryOperator faster) {
        for (int length = 1; length <= LONGEST; length++) {
            if (loop.applyAsLong(length) != faster.applyAsLong(length)) {
                throw new IllegalStateException(search + " does not find what the loop finds: " + length + " bits at "
                        + faster.applyAsLong(length) + " in place of " + loop.applyAsLong(length));
            }
        }
    }

    /** Over the lengths, of the median of the rounds: a round that something came between counts for one length only. */
    private static double mean(double[][] byLength) {
        return Arrays.stream(byLength).mapToDouble(Numbers::median).average().orElseThrow();
    }

    private static void report(Search search, String column, double loop, double nanos, Findings findings) {
        String group = "pages";
        findings.add(group, column, Search.LOOP.name(), Metric.SEARCH_MICROS, loop / 1000);
        findings.add(group, column, search.name(), Metric.SEARCH_MICROS, nanos / 1000);
        findings.add(group, column, search.name(), Metric.LOOP_SPEEDUP, loop / nanos);
    }
}
