package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.readoptimized.ArrayKind;
import dev.fallow.research.readoptimized.PolicySetup;
import dev.fallow.research.readoptimized.Setting;
import dev.fallow.research.readoptimized.ThroughputTest;
import dev.fallow.research.readoptimized.Workload;
import dev.fallow.research.report.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of arrays that the simulator of Seltzer and Stonebraker has and their results do not: mirrored disks, RAID
 * and parity striping, with the policies of figure 6.
 */
public final class ReadOptimizedArrays implements Experiment {
    private static final String NAME = "read-optimized-arrays";
    private static final int SEEDS = 6;
    private static final int SMOKE_DIVISOR = 64;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("seeds", Integer.toString(SEEDS)));
    }

    private static Map<String, PolicySetup> setups(Workload workload) {
        Map<String, PolicySetup> setups = new LinkedHashMap<>();
        setups.put(ReadOptimizedFileSystems.BUDDY, PolicySetup.buddy());
        setups.put(ReadOptimizedFileSystems.RESTRICTED, PolicySetup.restricted(5, 1, true));
        setups.put(ReadOptimizedFileSystems.EXTENTS, PolicySetup.extents(Fit.FIRST, 3));
        setups.put(ReadOptimizedFileSystems.FIXED, PolicySetup.fixed(workload));
        return setups;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        Setting setting = scale == Scale.SMOKE ? Setting.scaledDown(SMOKE_DIVISOR) : Setting.paper(SEEDS);
        for (int seed = 1; seed <= setting.seeds(); seed++) {
            for (Workload workload : Workload.values()) {
                for (ArrayKind kind : ArrayKind.values()) {
                    for (Map.Entry<String, PolicySetup> setup : setups(workload).entrySet()) {
                        ThroughputTest.Outcome outcome =
                                ThroughputTest.run(workload, setup.getValue(), setting.withKind(kind), seed);
                        String group = workload.name();
                        findings.add(
                                group,
                                setup.getKey(),
                                kind.label(),
                                Metric.APPLICATION,
                                outcome.application().percent());
                        findings.add(
                                group,
                                setup.getKey(),
                                kind.label(),
                                Metric.SEQUENTIAL,
                                outcome.sequential().percent());
                    }
                }
            }
        }
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        Claims claims = new Claims();
        for (String policy : numbers.columns(Metric.APPLICATION)) {
            Interval less = numbers.difference(
                    Metric.APPLICATION, ArrayKind.STRIPED.label(), policy, ArrayKind.RAID.label(), policy);
            claims.order(
                    policy + ": \"a RAID will reduce the small write performance\", application",
                    "by " + less + " % of the maximum",
                    Band.AHEAD_OF_HUNDRED,
                    List.of(less));
        }
        return claims.table();
    }
}
