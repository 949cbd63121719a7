package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.objects.ParetoSizes;
import dev.fallow.research.objects.Rewrites;
import dev.fallow.research.policy.quickfit.QuickFitCounts;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import dev.fallow.research.report.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Section 2.4.1 of Iyengar, Jin and Challenger: what it costs that a request for more than maxQL * g never searches its
 * own misc list. Own-list search, maxQL and acceptable wastage, counted on objects that are written again; and figure 7
 * for every combination of what the paper leaves open.
 */
public final class OwnListStudy implements Experiment {
    static final String NAME = "own-list";

    /** The workloads. */
    private enum Load {
        SAME("the same objects again, as in figure 7"),
        NEW("all objects again in new sizes"),
        REPLACED("DEC proxy: random objects replaced"),
        WEB("like a web server: popular objects changed");

        private final String label;

        Load(String label) {
            this.label = label;
        }
    }

    private static final String RUNS = "by run, ";
    private static final String PRINTED = "as printed";
    private static final String OWN = "own list first";
    private static final int GRAIN = 64;
    private static final int[] MAX_QUICK = {16, 64, 256, 1024};
    private static final long[] WASTAGE = {0, 256, 1024, 4096};
    static final int OBJECTS = 27_800;
    private static final int ROUNDS = 14; // seven runs, each of which writes all objects twice
    private static final int SEEDS = 10;
    private static final String SEARCHING = "searching";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("seeds", Integer.toString(SEEDS)));
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>(List.of(SEARCHING));
        tasks.addAll(FigureSeven.tasks(scale));
        return tasks;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        if (task.startsWith(FigureSeven.TASK)) {
            FigureSeven.run(task, scale, findings);
            return;
        }
        boolean smoke = scale == Scale.SMOKE;
        int objects = smoke ? 200 : OBJECTS;
        for (int seed = 1; seed <= (smoke ? 1 : SEEDS); seed++) {
            for (Load load : Load.values()) {
                for (boolean own : new boolean[] {false, true}) {
                    for (int maxQuick : MAX_QUICK) {
                        for (long wastage : WASTAGE) {
                            measure(load, own, maxQuick, wastage, objects, seed, findings);
                        }
                    }
                }
            }
        }
    }

    private static void measure(
            Load load, boolean own, int maxQuick, long wastage, int objects, int seed, ExperimentFindings findings) {
        QuickFitOptions options = QuickFitOptions.of(GRAIN, maxQuick, wastage);
        Rewrites rewrites = new Rewrites(own ? options.withOwnList() : options, objects);
        SplittableRandom random = new SplittableRandom(seed);
        ParetoSizes sizes = load == Load.REPLACED ? ParetoSizes.DEC_PROXY : ParetoSizes.IBM_SERVER;
        rewrites.writeAll(random, sizes);
        boolean isDefault = maxQuick == 64 && wastage == 256;
        for (int round = 2; round <= ROUNDS; round++) {
            switch (load) {
                case SAME -> rewrites.writeAll(random);
                case NEW -> rewrites.writeAll(random, sizes);
                case REPLACED -> replace(rewrites, random, objects, sizes);
                default -> change(rewrites, random, objects);
            }
            if (isDefault && round % 2 == 0) {
                findings.add(
                        RUNS + load.label,
                        Integer.toString(round / 2),
                        own ? OWN : PRINTED,
                        Metric.PEAK_EXTENT,
                        rewrites.extent());
            }
        }
        QuickFitCounts counts = rewrites.counts();
        double allocations = (double) objects * ROUNDS;
        String row = (own ? OWN : PRINTED) + ", w = " + wastage;
        String column = "quick up to " + (maxQuick * GRAIN >= 1024 ? maxQuick * GRAIN / 1024 + "K" : maxQuick * GRAIN);
        findings.add(load.label, column, row, Metric.PEAK_EXTENT, rewrites.extent());
        findings.add(load.label, column, row, Metric.SEARCH_PROBES, counts.probes() / allocations);
        findings.add(load.label, column, row, Metric.HEADER_WRITES, counts.headerWrites() / allocations);
    }

    private static void replace(Rewrites rewrites, SplittableRandom random, int objects, ParetoSizes sizes) {
        for (int i = 0; i < objects; i++) {
            rewrites.write(random.nextInt(objects), sizes.draw(random));
        }
    }

    /** Objects are chosen by rank, with a density of 1 / rank, and change their size by up to a tenth. */
    private static void change(Rewrites rewrites, SplittableRandom random, int objects) {
        for (int i = 0; i < objects; i++) {
            int object = (int) Math.min(objects - 1, Math.exp(random.nextDouble() * Math.log(objects)));
            int size = rewrites.size(object);
            rewrites.write(object, Math.max(1, (int) (size * (0.9 + 0.2 * random.nextDouble()))));
        }
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        if (group.equals(FigureSeven.EVERY)) {
            return FigureSeven.notes(numbers);
        }
        if (!group.startsWith(RUNS)) {
            return "";
        }
        Metric extent = Metric.PEAK_EXTENT;
        List<String> columns = numbers.columns(extent);
        String first = columns.get(0);
        String beforeLast = columns.get(columns.size() - 2);
        String last = columns.get(columns.size() - 1);
        Claims claims = new Claims();
        for (String row : group.endsWith(Load.SAME.label) ? List.of(PRINTED, OWN) : List.<String>of()) {
            claims.within(
                    row + ": grows slightly, last run / first",
                    FigureSeven.SLIGHTLY,
                    numbers.ratio(extent, row, last, row, first));
            claims.within(
                    row + ": to a steady state, last run / the one before",
                    FigureSeven.STEADY,
                    numbers.ratio(extent, row, last, row, beforeLast));
        }
        Interval less = numbers.ratio(extent, OWN, last, PRINTED, last);
        return (claims.table() + "\nOwn list first / as printed, after the last run: " + less + ".").strip();
    }
}
