package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.readoptimized.AllocationTest;
import dev.fallow.research.readoptimized.PolicySetup;
import dev.fallow.research.readoptimized.Setting;
import dev.fallow.research.readoptimized.ThroughputTest;
import dev.fallow.research.readoptimized.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The evaluation of Seltzer and Stonebraker, simulated: table 3, figures 1, 2, 4, 5 and 6, and table 4. The heights of
 * the bars in the figures are unknown, so the results are compared with the statements in the paper's text.
 */
public final class ReadOptimizedFileSystems implements Experiment {
    static final String NAME = "read-optimized";
    static final String TABLE_3 = "table 3, binary buddy";
    static final String TABLE_4 = "table 4, first fit";
    static final String FIGURE_6 = "figure 6, all policies";
    static final String BUDDY = "buddy";
    static final String RESTRICTED = "restricted buddy";
    static final String EXTENTS = "extents";
    static final String FIXED = "fixed blocks";
    static final String USERS_ELSEWHERE = "12 users, as elsewhere";
    static final String ONE_USER = "one user of each file type";
    static final String STRIPE_ELSEWHERE = "stripe unit 24K, as elsewhere";
    static final String STRIPE_CYLINDER = "stripe unit 216K";
    static final String OURS = "ours";
    static final String OURS_CREATED = "ours, seeds whose files were all created";
    static final String OURS_REFUSED = "ours, seeds refused while creating";
    static final String OPEN = "what the paper leaves open, binary buddy";
    static final String OPEN_CLUSTERING = "what the paper leaves open, clustering by users (TS, five sizes)";
    static final String FIXED_OUT_OF_ORDER = "fixed blocks, list out of order";

    private static final int SMOKE_DIVISOR = 64;
    private static final int FULL_SEEDS = 30;

    /** Internal and external fragmentation, application and sequential performance: table 3 of the paper. */
    private static final Map<Workload, double[]> TABLE_3_OF_PAPER = Map.of(
            Workload.SC, new double[] {43.1, 13.4, 88.0, 94.4},
            Workload.TP, new double[] {15.2, 9.0, 27.7, 93.9},
            Workload.TS, new double[] {18.4, 2.3, 8.4, 12.0});

    /** Extents per file for 1 to 5 ranges: table 4 of the paper. */
    private static final Map<Workload, int[]> TABLE_4_OF_PAPER = Map.of(
            Workload.SC, new int[] {162, 124, 97, 151, 162},
            Workload.TP, new int[] {267, 13, 12, 14, 108},
            Workload.TS, new int[] {5, 9, 9, 7, 6});

    /** Internal and external fragmentation, application and sequential performance of binary buddy, in percent. */
    static double[] tableThreeOfPaper(Workload workload) {
        return TABLE_3_OF_PAPER.get(workload).clone();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(
                        DESCRIPTION,
                        Map.of("seeds", Integer.toString(FULL_SEEDS), "divisor", Integer.toString(SMOKE_DIVISOR)));
    }

    @Override
    public List<String> tasks(Scale scale) {
        return List.of("table-3", "figure-1", "figure-2", "figure-4", "figure-5", "figure-6", "open-parameters");
    }

    static String figure(int number, Workload workload) {
        return "figure " + number + ", " + workload;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        Setting setting = switch (scale) {
            case SMOKE -> Setting.scaledDown(SMOKE_DIVISOR);
            case QUICK -> Setting.paper(1);
            case FULL -> Setting.paper(FULL_SEEDS);
        };
        for (Workload workload : Workload.values()) {
            Trial trial = new Trial(workload, setting, findings);
            switch (task) {
                case "table-3" -> tableThree(trial);
                case "figure-1" -> restrictedBuddy(trial, figure(1, workload), trial::allocation);
                case "figure-2" -> restrictedBuddy(trial, figure(2, workload), trial::throughput);
                case "figure-4" -> extents(trial, figure(4, workload), trial::allocation);
                case "figure-5" -> extents(trial, figure(5, workload), trial::throughput);
                case "figure-6" -> figureSix(trial);
                case "open-parameters" -> openParameters(trial);
                default -> throw new IllegalArgumentException("no task " + task);
            }
        }
    }

    private static void tableThree(Trial trial) {
        String column = trial.workload.name();
        Metric[] metrics = {
            Metric.INTERNAL_FRAGMENTATION, Metric.EXTERNAL_FRAGMENTATION, Metric.APPLICATION, Metric.SEQUENTIAL
        };
        for (int i = 0; i < metrics.length; i++) {
            trial.findings.add(
                    TABLE_3, column, "paper", metrics[i], TABLE_3_OF_PAPER.get(trial.workload)[i]);
        }
        trial.allocation(PolicySetup.buddy(), TABLE_3, column, OURS);
        trial.throughput(PolicySetup.buddy(), TABLE_3, column, OURS);
    }

    static String sizes(int count) {
        return count + " sizes";
    }

    static String ranges(int count) {
        return count == 1 ? "1 range" : count + " ranges";
    }

    /** The name of a bar in figures 1 and 2. */
    static String restricted(boolean clustered, int growFactor) {
        return (clustered ? "clustered" : "unclustered") + ", grow factor " + growFactor;
    }

    static String fit(Fit fit) {
        return fit.name().toLowerCase(Locale.ROOT) + " fit";
    }

    private static void restrictedBuddy(Trial trial, String group, Measurement measurement) {
        for (boolean clustered : new boolean[] {true, false}) {
            for (int growFactor = 1; growFactor <= 2; growFactor++) {
                for (int sizes = 2; sizes <= 5; sizes++) {
                    measurement.of(
                            PolicySetup.restricted(sizes, growFactor, clustered),
                            group,
                            sizes(sizes),
                            restricted(clustered, growFactor));
                }
            }
        }
    }

    private static void extents(Trial trial, String group, Measurement measurement) {
        for (int ranges = 1; ranges <= 5; ranges++) {
            for (Fit fit : Fit.values()) {
                measurement.of(PolicySetup.extents(fit, ranges), group, ranges(ranges), fit(fit));
            }
            if (group.equals(figure(5, trial.workload))) {
                trial.findings.add(
                        TABLE_4,
                        ranges(ranges),
                        trial.workload + ", paper",
                        Metric.EXTENTS,
                        TABLE_4_OF_PAPER.get(trial.workload)[ranges - 1]);
                for (double count : trial.extentsOf(ranges)) {
                    trial.findings.add(TABLE_4, ranges(ranges), trial.workload + ", ours", Metric.EXTENTS, count);
                }
            }
        }
    }

    /** The configurations that the paper selects, section 5. */
    private static void figureSix(Trial trial) {
        Map<String, PolicySetup> selected = new LinkedHashMap<>();
        selected.put(BUDDY, PolicySetup.buddy());
        selected.put(RESTRICTED, PolicySetup.restricted(5, 1, true));
        selected.put(EXTENTS, PolicySetup.extents(Fit.FIRST, 3));
        selected.put(FIXED, PolicySetup.fixed(trial.workload));
        selected.put(FIXED_OUT_OF_ORDER, PolicySetup.fixedOutOfOrder(trial.workload));
        selected.forEach((row, setup) -> trial.throughput(setup, FIGURE_6, trial.workload.name(), row));
    }

    /** Stripe units of a track, three tracks and a cylinder; and one user per file type. */
    private static void openParameters(Trial trial) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        settings.put(STRIPE_ELSEWHERE, trial.setting);
        settings.put("stripe unit 72K", trial.setting.withStripeUnit(72 << 10));
        settings.put(STRIPE_CYLINDER, trial.setting.withStripeUnit(216 << 10));
        settings.put(ONE_USER, trial.setting.withUsersPerType(1));
        settings.forEach((row, setting) -> new Trial(trial.workload, setting, trial.findings)
                .throughput(PolicySetup.buddy(), OPEN, trial.workload.name(), row));
        if (trial.workload == Workload.TS) {
            Trial alone = new Trial(trial.workload, trial.setting.withUsersPerType(1), trial.findings);
            for (boolean clustered : new boolean[] {true, false}) {
                PolicySetup setup = PolicySetup.restricted(5, 2, clustered);
                trial.throughput(setup, OPEN_CLUSTERING, USERS_ELSEWHERE, restricted(clustered, 2));
                alone.throughput(setup, OPEN_CLUSTERING, ONE_USER, restricted(clustered, 2));
            }
        }
    }

    /** {@inheritDoc} Where the seeds have two modes, both: the median of all would be between them. */
    @Override
    public String cell(Results results, Results.Table table, String row, String column) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, table.group());
        return table.group().equals(TABLE_3)
                        && row.equals(OURS)
                        && ReadOptimizedClaims.isDivided(numbers, table.metric(), column)
                ? ReadOptimizedClaims.modes(numbers, table.metric(), column)
                : Experiment.super.cell(results, table, row, column);
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        String claims = ReadOptimizedClaims.table(numbers);
        String reasons = results.scale() == Scale.SMOKE ? "" : ReadOptimizedReasons.of(texts(), numbers);
        return (claims + '\n' + reasons).strip();
    }

    /** Measures a configuration. */
    @FunctionalInterface
    private interface Measurement {
        void of(PolicySetup setup, String group, String column, String row);
    }

    /** The measurements of one workload. */
    private static final class Trial {
        private final Workload workload;
        private final Setting setting;
        private final ExperimentFindings findings;
        private final Map<Integer, double[]> extents = new LinkedHashMap<>(); // first fit, by ranges; one per seed

        Trial(Workload workload, Setting setting, ExperimentFindings findings) {
            this.workload = workload;
            this.setting = setting;
            this.findings = findings;
        }

        void allocation(PolicySetup setup, String group, String column, String row) {
            int refused = 0;
            for (int seed = 1; seed <= setting.seeds(); seed++) {
                AllocationTest.Outcome outcome = AllocationTest.run(workload, setup, setting, seed);
                fragmentation(outcome, group, column, row);
                if (group.equals(TABLE_3)) {
                    fragmentation(outcome, group, column, outcome.whileCreating() ? OURS_REFUSED : OURS_CREATED);
                }
                refused += outcome.whileCreating() ? 1 : 0;
            }
            findings.add(group, column, row, Metric.REFUSED, 100.0 * refused / setting.seeds());
        }

        private void fragmentation(AllocationTest.Outcome outcome, String group, String column, String row) {
            findings.add(group, column, row, Metric.INTERNAL_FRAGMENTATION, outcome.internalFragmentation());
            findings.add(group, column, row, Metric.EXTERNAL_FRAGMENTATION, outcome.externalFragmentation());
        }

        void throughput(PolicySetup setup, String group, String column, String row) {
            double[] counts = new double[setting.seeds()];
            int refused = 0;
            for (int seed = 1; seed <= setting.seeds(); seed++) {
                ThroughputTest.Outcome outcome = ThroughputTest.run(workload, setup, setting, seed);
                ThroughputTest.Phase application = outcome.application();
                ThroughputTest.Phase sequential = outcome.sequential();
                findings.add(group, column, row, Metric.APPLICATION, application.percent());
                findings.add(group, column, row, Metric.SEQUENTIAL, sequential.percent());
                findings.add(group, column, row, Metric.APPLICATION_RUN, application.kilobytesPerPositioning());
                findings.add(group, column, row, Metric.SEQUENTIAL_RUN, sequential.kilobytesPerPositioning());
                findings.add(group, column, row, Metric.RUNS, outcome.runsPerFile());
                findings.add(group, column, row, Metric.JUMP, outcome.cylindersBetweenRuns());
                findings.add(group, column, row, Metric.TRANSFER, application.transferPercent());
                findings.add(group, column, row, Metric.UTILIZATION, outcome.utilization());
                counts[seed - 1] = outcome.extentsPerFile();
                refused += outcome.whileCreating() ? 1 : 0;
            }
            findings.add(group, column, row, Metric.REFUSED_BEFORE, 100.0 * refused / setting.seeds());
            if (row.equals(fit(Fit.FIRST))) {
                extents.put(setup.extentRanges(), counts);
            }
        }

        double[] extentsOf(int ranges) {
            return extents.get(ranges);
        }
    }
}
