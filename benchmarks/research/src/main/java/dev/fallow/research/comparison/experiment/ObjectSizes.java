package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.objects.ParetoSizes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The distributions of sizes of Iyengar, Jin and Challenger, as they are drawn here: figures 4 and 8. */
public final class ObjectSizes implements Experiment {
    private static final String SHARES = "figures 4 and 8, by size in KB";
    private static final String PARAMETERS = "figures 4 and 8, parameters";
    private static final String EXPONENT = "exponent";
    private static final String MEAN = "mean, KB";
    private static final int[] KILOBYTES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    private static final int SEEDS = 30;
    private static final int OBJECTS = 100_000;

    private static Map<String, ParetoSizes> distributions() {
        Map<String, ParetoSizes> all = new LinkedHashMap<>();
        all.put("IBM server (figure 4)", ParetoSizes.IBM_SERVER);
        all.put("DEC proxy (figure 8)", ParetoSizes.DEC_PROXY);
        return all;
    }

    @Override
    public String name() {
        return "object-sizes";
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        distributions().forEach((name, sizes) -> {
            for (int seed = 1; seed <= (scale == Scale.SMOKE ? 2 : SEEDS); seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                int[] drawn = new int[OBJECTS];
                double logs = 0;
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = sizes.draw(random);
                    logs += Math.log(Math.max(1, drawn[i] / sizes.smallest()));
                }
                for (int kilobytes : KILOBYTES) {
                    long within = Arrays.stream(drawn)
                            .filter(size -> size <= kilobytes << 10)
                            .count();
                    findings.add(
                            SHARES, Integer.toString(kilobytes), name, Metric.PERCENT_WITHIN, 100.0 * within / OBJECTS);
                }
                findings.add(PARAMETERS, EXPONENT, name, Metric.PARAMETER, OBJECTS / logs);
                findings.add(
                        PARAMETERS,
                        MEAN,
                        name,
                        Metric.PARAMETER,
                        Arrays.stream(drawn).average().orElseThrow() / 1024);
            }
        });
    }

    @Override
    public String notes(String group, Results results) {
        if (!group.equals(PARAMETERS)) {
            return "";
        }
        GroupNumbers numbers = new GroupNumbers(results, name(), group);
        double[][] paper = {{1.28, 3.7}, {0.91, 15.2}};
        Claims claims = new Claims();
        int next = 0;
        for (String row : distributions().keySet()) {
            claims.within(
                    row + ": exponent " + paper[next][0],
                    fitted(paper[next][0]),
                    numbers.median(Metric.PARAMETER, row, EXPONENT));
            claims.within(
                    row + ": mean " + paper[next][1] + " KB",
                    fitted(paper[next][1]),
                    numbers.median(Metric.PARAMETER, row, MEAN));
            next++;
        }
        return claims.table();
    }

    /** Sizes are drawn from distributions fitted to these numbers, so that they must be nearer than others. */
    private static Band fitted(double paper) {
        return Band.ofRatios(paper / 1.05, paper * 1.05);
    }
}
