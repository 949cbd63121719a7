package dev.fallow.research.comparison.bitmap;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.page.Search;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Searches in maps of 2^12 to 2^30 bits with a free run of 100 bits at the end: alone, and after up to 65,536 runs of
 * 50 bits, which are too short.
 */
public final class RunAtTheEnd implements Experiment {
    private static final int RUN = 100;
    private static final int SHORT_RUN = 50;
    private static final int MOST_SHORT_RUNS = 1 << 16;
    private static final String ALONE = "nothing else free";
    private static final String CROWDED = "after runs that are too short";
    private static final int MOST_LG_BITS_FOR_THE_LOOP = 21;

    @Override
    public String name() {
        return "run-at-the-end";
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (int lg = scale.leastLgBits(); lg <= scale.mostLgBits(); lg += 3) {
            tasks.add(ALONE + "/" + lg);
            tasks.add(CROWDED + "/" + lg);
        }
        return tasks;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        String group = task.substring(0, task.indexOf('/'));
        int lg = Integer.parseInt(task.substring(task.indexOf('/') + 1));
        long bits = 1L << lg;
        String column = Long.toString(bits);
        long step = group.equals(CROWDED) ? Math.max(1024, bits / MOST_SHORT_RUNS) : bits;

        BitmapFreeSpace summaries = new BitmapFreeSpace();
        summaries.free(bits - RUN, RUN);
        long[] words = new long[(int) (bits >>> 6)];
        set(words, bits - RUN, RUN);
        for (long at = group.equals(CROWDED) ? 0 : bits; at < bits - 1024; at += step) {
            summaries.free(at, SHORT_RUN);
            set(words, at, SHORT_RUN);
        }
        long before = summaries.probes();
        summaries.lowestFit(RUN);
        findings.add(group, column, "summaries", Metric.SEARCH_PROBES, summaries.probes() - before);
        time(group, column, "summaries", bits, summaries::lowestFit, scale, findings);
        for (Search search : List.of(Search.LOOP, Search.named(Search.TUNED), Search.named(Search.FILTERED))) {
            if (search != Search.LOOP || lg <= MOST_LG_BITS_FOR_THE_LOOP) {
                time(group, column, search.name(), bits, search.over().apply(words), scale, findings);
            }
        }
    }

    private static void set(long[] words, long from, int length) {
        for (long bit = from; bit < from + length; bit++) {
            words[(int) (bit >>> 6)] |= Long.MIN_VALUE >>> bit;
        }
    }

    private static void time(
            String group,
            String column,
            String name,
            long bits,
            LongUnaryOperator search,
            Scale scale,
            ExperimentFindings findings) {
        long found = search.applyAsLong(RUN);
        if (found != bits - RUN) {
            throw new IllegalStateException(name + " found " + found + ", expected " + (bits - RUN));
        }
        double[] nanos = new double[scale.rounds()];
        for (int round = -2; round < scale.rounds(); round++) {
            double each = Searching.nanos(() -> search.applyAsLong(RUN), scale.searchNanos() / 4);
            if (round >= 0) {
                nanos[round] = each;
            }
        }
        findings.add(group, column, name, Metric.SEARCH_MICROS, ReportNumbers.median(nanos) / 1000);
    }
}
