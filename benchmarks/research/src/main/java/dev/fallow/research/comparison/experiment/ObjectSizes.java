package dev.fallow.research.comparison.experiment;

import dev.fallow.freespace.trace.Trace;
import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.objects.ParetoSizes;
import dev.fallow.research.objects.WebObjectTrace;
import dev.fallow.research.tournament.Requests;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The distributions of sizes of Iyengar, Jin and Challenger, as they are drawn here: figures 4 and 8. */
public final class ObjectSizes implements Experiment {
    private static final String SHARES = "figures 4 and 8, by size in KB";
    private static final String PARAMETERS = "figures 4 and 8, parameters";
    private static final String EXPONENT = "exponent";
    private static final String MEAN = "mean, KB";
    private static final int[] KILOBYTES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    private static final int SEEDS = 30;
    private static final int OBJECTS = 100_000;

    private static final int OBJECTS_OF_TRACE = 27_800;

    /** A figure of the paper, with its exponent and its mean in KB. */
    private record Figure(String name, ParetoSizes distribution, double exponent, double mean) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("IBM server (figure 4)", ParetoSizes.IBM_SERVER, 1.28, 3.7),
            new Figure("DEC proxy (figure 8)", ParetoSizes.DEC_PROXY, 0.91, 15.2));

    private static String ofTrace(Figure figure) {
        return figure.name + ", allocations of a trace";
    }

    @Override
    public String name() {
        return "object-sizes";
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        for (Figure figure : FIGURES) {
            for (int seed = 1; seed <= (scale == Scale.SMOKE ? 2 : SEEDS); seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                long[] drawn = LongStream.generate(() -> figure.distribution.draw(random))
                        .limit(OBJECTS)
                        .toArray();
                describe(figure, figure.name, drawn, findings);
                describe(figure, ofTrace(figure), allocations(figure.distribution, seed, scale), findings);
            }
        }
    }

    /** The sizes that a trace asks for, in which objects are written, written again and replaced. */
    private static long[] allocations(ParetoSizes distribution, long seed, Scale scale) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int objects = scale == Scale.SMOKE ? OBJECTS_OF_TRACE / 20 : OBJECTS_OF_TRACE;
        WebObjectTrace.record(objects, distribution, seed, bytes::write);
        Requests requests = Requests.of(Trace.read(bytes.toByteArray()));
        return IntStream.range(0, requests.count())
                .mapToLong(requests::size)
                .filter(size -> size > 0)
                .toArray();
    }

    private static void describe(Figure figure, String row, long[] sizes, ExperimentFindings findings) {
        for (int kilobytes : KILOBYTES) {
            long within =
                    Arrays.stream(sizes).filter(size -> size <= kilobytes << 10).count();
            findings.add(
                    SHARES, Integer.toString(kilobytes), row, Metric.PERCENT_WITHIN, 100.0 * within / sizes.length);
        }
        double logs = Arrays.stream(sizes)
                .mapToDouble(size -> Math.log(Math.max(1, size / figure.distribution.smallest())))
                .sum();
        findings.add(PARAMETERS, EXPONENT, row, Metric.PARAMETER, sizes.length / logs);
        findings.add(
                PARAMETERS,
                MEAN,
                row,
                Metric.PARAMETER,
                Arrays.stream(sizes).average().orElseThrow() / 1024);
    }

    @Override
    public String notes(String group, Results results) {
        if (!group.equals(PARAMETERS)) {
            return "";
        }
        GroupNumbers numbers = new GroupNumbers(results, name(), group);
        Claims claims = new Claims();
        for (Figure figure : FIGURES) {
            for (String row : List.of(figure.name, ofTrace(figure))) {
                near(claims, numbers, row, EXPONENT, figure.exponent, "");
                near(claims, numbers, row, MEAN, figure.mean, " KB");
            }
        }
        return claims.table();
    }

    private static void near(
            Claims claims, GroupNumbers numbers, String row, String column, double paper, String unit) {
        String statement = row + ": " + column.split(",")[0] + " " + paper + unit;
        claims.within(
                statement, Band.ofRatios(paper / 1.05, paper * 1.05), numbers.median(Metric.PARAMETER, row, column));
    }
}
