package dev.fallow.research.comparison.experiment;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.workload.Driver;
import dev.fallow.research.workload.Mix;
import dev.fallow.research.workload.SizeDistribution;
import dev.fallow.research.workload.SpaceLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jol.info.GraphStats;

/** Releases, allocations and extensions in aged layouts, by the number of free sections. */
public final class SteadyState implements Experiment {
    private static final List<SizeDistribution> OTHERS =
            List.of(SizeDistribution.UNIFORM, SizeDistribution.GROUP_HEADERS, SizeDistribution.PARETO);
    private static final long SEED = 1;
    private static final int MOST_WALKS = 4;

    private final String name;
    private final Mix mix;
    private final boolean otherDistributions;

    private SteadyState(String name, Mix mix, boolean otherDistributions) {
        this.name = name;
        this.mix = mix;
        this.otherDistributions = otherDistributions;
    }

    public static SteadyState allocateAndFree() {
        return new SteadyState("steady-state", Mix.HALF_AND_HALF, true);
    }

    public static SteadyState extend() {
        return new SteadyState("extend", Mix.WITH_EXTENSIONS, false);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return mix.extendPercent() == 0
                ? texts().section(DESCRIPTION)
                : texts().section(DESCRIPTION, Map.of("per cent", Integer.toString(mix.extendPercent())));
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (int sections : scale.sections()) {
            tasks.add(SizeDistribution.HOT_SIZES + "/" + sections);
        }
        if (otherDistributions) {
            for (SizeDistribution sizes : OTHERS) {
                for (int sections : scale.sectionsOfOthers()) {
                    tasks.add(sizes + "/" + sections);
                }
            }
        }
        return tasks;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        String group = task.substring(0, task.indexOf('/'));
        String column = task.substring(task.indexOf('/') + 1);
        SizeDistribution sizes = SizeDistribution.named(group);
        int sections = Integer.parseInt(column);
        SpaceLayout layout = SpaceLayout.aged(sizes, sections, Contenders.ORDERED.factory());
        List<Contender> contenders = Contenders.all().stream()
                .filter(contender -> contender.mostSections() >= sections)
                .toList();
        List<Driver> exactDriver = new ArrayList<>();
        Race race = new Race(
                contenders,
                layout,
                placement -> {
                    Driver driver = new Driver(layout, layout.load(Contenders.driverOf(placement)), sizes, mix, SEED);
                    if (placement == Contender.Placement.BEST_FIT_LOWEST_ADDRESS) {
                        exactDriver.add(driver);
                    }
                    return driver;
                },
                scale);
        race.run();
        race.report(findings, group, column);
        if (!otherDistributions || sizes == SizeDistribution.HOT_SIZES) {
            memory(race, findings, group, column);
            walk(race, scale, findings, group, column);
        }
        for (Race.Lane lane : race.lanes()) {
            if (lane.contender.listsSections()) {
                findings.add(group, column, lane.contender.name(), Metric.SECTIONS, lane.space.sectionCount());
            }
        }
        race.count(exactDriver.get(0).layout(), Math.min(scale.operations(), 20_000))
                .forEach((contender, count) ->
                        findings.add(group, column, contender.name(), Metric.PROBES, count.mean()));
    }

    private static void memory(Race race, ExperimentFindings findings, String group, String column) {
        for (Race.Lane lane : race.lanes()) {
            if (lane.contender.listsSections()) {
                double bytes = GraphStats.parseInstance(lane.space).totalSize();
                findings.add(group, column, lane.contender.name(), Metric.BYTES, bytes / lane.space.sectionCount());
            }
        }
    }

    private static void walk(Race race, Scale scale, ExperimentFindings findings, String group, String column) {
        Map<Contender, double[]> nanos = new LinkedHashMap<>();
        int rounds = Math.min(MOST_WALKS, scale.rounds());
        for (int round = -2; round < rounds; round++) {
            for (Race.Lane lane : race.lanes()) {
                if (lane.contender.listsSections()) {
                    double each = walkNanos(lane.space, 5 * scale.operations());
                    if (round >= 0) {
                        nanos.computeIfAbsent(lane.contender, any -> new double[rounds])[round] = each;
                    }
                }
            }
        }
        nanos.forEach((contender, each) ->
                findings.add(group, column, contender.name(), Metric.WALK_NANOS, ReportNumbers.median(each)));
    }

    private static double walkNanos(FreeSpace space, int atLeast) {
        Sum sum = new Sum();
        long start = Searching.now();
        do {
            space.forEach(sum);
        } while (sum.sections < atLeast && Searching.now() - start < 50_000_000L);
        double nanos = Math.max(1.0, Searching.now() - start);
        if (sum.bytes <= 0) {
            throw new IllegalStateException("a walk without sections");
        }
        return nanos / sum.sections;
    }

    private static final class Sum implements SectionVisitor {
        long sections;
        long bytes;

        @Override
        public void visit(long address, long size) {
            sections++;
            bytes += size;
        }
    }
}
