package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.readoptimized.PolicySetup;
import dev.fallow.research.readoptimized.Setting;
import dev.fallow.research.readoptimized.ThroughputTest;
import dev.fallow.research.readoptimized.Workload;
import dev.fallow.research.report.ReportNumbers;
import java.util.Map;

/**
 * The stripe unit and the number of users, which Seltzer and Stonebraker do not give, searched for: every pair of a
 * grid, and how far the throughputs of binary buddy are from table 3. One pair is chosen for all workloads, because
 * there is one array; it is a fit, and named so.
 */
public final class ReadOptimizedSearch implements Experiment {
    static final String NAME = "read-optimized-search";

    private static final String DISTANCE = "distance from table 3";
    private static final String ALL = "SC, TP and TS";
    private static final int[] STRIPES = {8, 24, 72, 216, 432};
    private static final int[] USERS = {0, 1, 2, 4, 8, 16};
    private static final int SEEDS = 3;
    private static final int SMOKE_DIVISOR = 64;

    private static String stripe(int kilobytes) {
        return kilobytes + "K";
    }

    private static String users(int count) {
        return count == 0 ? "as elsewhere" : Integer.toString(count);
    }

    private static String group(Workload workload) {
        return workload + ", binary buddy, columns: users of each type of files";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("seeds", Integer.toString(SEEDS)));
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        boolean smoke = scale == Scale.SMOKE;
        Setting setting = smoke ? Setting.scaledDown(SMOKE_DIVISOR) : Setting.paper(SEEDS);
        for (int stripe : smoke ? new int[] {24, 216} : STRIPES) {
            for (int users : smoke ? new int[] {0, 1} : USERS) {
                Setting open = setting.withStripeUnit((long) stripe << 10).withUsersPerType(users);
                double[] logs = new double[2 * Workload.values().length];
                int next = 0;
                for (Workload workload : Workload.values()) {
                    double[] application = new double[setting.seeds()];
                    double[] sequential = new double[setting.seeds()];
                    for (int seed = 1; seed <= setting.seeds(); seed++) {
                        ThroughputTest.Outcome outcome = ThroughputTest.run(workload, PolicySetup.buddy(), open, seed);
                        application[seed - 1] = outcome.application().percent();
                        sequential[seed - 1] = outcome.sequential().percent();
                        String group = group(workload);
                        findings.add(group, users(users), stripe(stripe), Metric.APPLICATION, application[seed - 1]);
                        findings.add(group, users(users), stripe(stripe), Metric.SEQUENTIAL, sequential[seed - 1]);
                    }
                    double[] paper = ReadOptimizedFileSystems.tableThreeOfPaper(workload);
                    logs[next++] = Math.log(ReportNumbers.median(application) / paper[2]);
                    logs[next++] = Math.log(ReportNumbers.median(sequential) / paper[3]);
                }
                double squares = 0;
                for (double log : logs) {
                    squares += log * log;
                }
                findings.add(
                        DISTANCE, users(users), stripe(stripe), Metric.FACTOR, Math.exp(Math.sqrt(squares / next)));
            }
        }
    }

    @Override
    public String notes(String group, Results results) {
        if (!group.equals(DISTANCE)) {
            return "";
        }
        GroupNumbers distance = new GroupNumbers(results, NAME, group);
        String bestStripe = "";
        String bestUsers = "";
        double least = Double.MAX_VALUE;
        for (String row : distance.rows(Metric.FACTOR)) {
            for (String column : distance.columns(Metric.FACTOR)) {
                double found = distance.value(Metric.FACTOR, row, column);
                if (found < least) {
                    least = found;
                    bestStripe = row;
                    bestUsers = column;
                }
            }
        }
        Claims claims = new Claims();
        for (Workload workload : Workload.values()) {
            double[] paper = ReadOptimizedFileSystems.tableThreeOfPaper(workload);
            GroupNumbers numbers = distance.of(group(workload));
            claims.within(
                    workload + ", application: " + GroupNumbers.percent(paper[2]) + ", fitted",
                    Band.nearPercent(paper[2]),
                    numbers.median(Metric.APPLICATION, bestStripe, bestUsers));
            claims.within(
                    workload + ", sequential: " + GroupNumbers.percent(paper[3]) + ", fitted",
                    Band.nearPercent(paper[3]),
                    numbers.median(Metric.SEQUENTIAL, bestStripe, bestUsers));
        }
        return texts().section(
                                DISTANCE,
                                Map.of(
                                        "stripe",
                                        bestStripe,
                                        "users",
                                        bestUsers,
                                        "factor",
                                        ReportNumbers.brief(least),
                                        "elsewhere",
                                        distance.brief(Metric.FACTOR, stripe(24), users(0))))
                + "\n\n" + claims.table();
    }
}
