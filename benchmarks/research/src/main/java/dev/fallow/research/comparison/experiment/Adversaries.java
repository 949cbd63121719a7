package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.workload.Driver;
import dev.fallow.research.workload.Mix;
import dev.fallow.research.workload.OperationSource;
import dev.fallow.research.workload.SizeDistribution;
import dev.fallow.research.workload.SpaceLayout;
import dev.fallow.research.workload.Toggles;
import java.util.Arrays;
import java.util.List;

/** Adversarial workloads for designs of exact best fit. They test that the cost of each operation stays bounded. */
public final class Adversaries implements Experiment {
    private static final long SEED = 2;

    /** The workloads, by the weakness that they exploit. */
    enum Kind {
        /** Many tiny sections in one region: in a directory of regions, one entry has all of them. */
        TINY("tiny sections in one region") {
            @Override
            SpaceLayout layout(int sections) {
                return SpaceLayout.aged(SizeDistribution.TINY, sections, Contenders.ORDERED.factory());
            }

            @Override
            OperationSource source(SpaceLayout layout) {
                return driven(layout, SizeDistribution.TINY);
            }
        },
        /** The maximum number of sections, which then decreases: the cost of a shrinking structure. */
        FILLING("a checkerboard of 8 bytes that fills up") {
            @Override
            SpaceLayout layout(int sections) {
                return SpaceLayout.checkerboard(sections, 8);
            }

            @Override
            OperationSource source(SpaceLayout layout) {
                return driven(layout, SizeDistribution.ONE_TINY_SIZE);
            }
        },
        /** One size at distant addresses: every directory entry has one section. */
        SPARSE("one size, 1 GiB apart") {
            @Override
            SpaceLayout layout(int sections) {
                return SpaceLayout.spaced(sections, 4096, 1L << 30);
            }

            @Override
            OperationSource source(SpaceLayout layout) {
                return driven(layout, SizeDistribution.ONE_SIZE);
            }
        },
        /** Repeated removal by merging, never by allocation: lazy removal leaves stale entries. */
        STALE("merged and split, never allocated") {
            @Override
            SpaceLayout layout(int sections) {
                return SpaceLayout.checkerboard(sections, 64);
            }

            @Override
            OperationSource source(SpaceLayout layout) {
                return new Toggles(layout, SEED);
            }
        },
        /** Large sizes that rarely repeat: lists of equal sizes gain nothing. */
        DISTINCT("large sizes, hardly one twice") {
            @Override
            SpaceLayout layout(int sections) {
                return SpaceLayout.aged(SizeDistribution.LARGE_DISTINCT, sections, Contenders.ORDERED.factory());
            }

            @Override
            OperationSource source(SpaceLayout layout) {
                return driven(layout, SizeDistribution.LARGE_DISTINCT);
            }
        };

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        abstract SpaceLayout layout(int sections);

        abstract OperationSource source(SpaceLayout layout);

        static OperationSource driven(SpaceLayout layout, SizeDistribution sizes) {
            return new Driver(layout, layout.load(Contenders.ORDERED.factory()), sizes, Mix.HALF_AND_HALF, SEED);
        }
    }

    @Override
    public String name() {
        return "adversaries";
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Arrays.stream(Kind.values())
                .flatMap(kind -> scale.sectionsOfOthers().stream().map(sections -> kind + "/" + sections))
                .toList();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        Kind kind = Kind.valueOf(task.substring(0, task.indexOf('/')));
        String column = task.substring(task.indexOf('/') + 1);
        SpaceLayout layout = kind.layout(Integer.parseInt(column));
        List<Contender> exact = Contenders.exact();
        Race race = new Race(exact, layout, any -> kind.source(layout), scale);
        race.run();
        race.report(findings, kind.label, column);
        for (Race.Lane lane : race.lanes()) {
            findings.add(kind.label, column, lane.contender.name(), Metric.SECTIONS, lane.space.sectionCount());
        }

        // the counting variant of two tree maps has to be loaded, so all start again with the first layout
        Race counting = new Race(exact, layout, any -> kind.source(layout), scale);
        counting.count(layout, scale.operations()).forEach((contender, count) -> {
            findings.add(kind.label, column, contender.name(), Metric.PROBES, count.mean());
            findings.add(kind.label, column, contender.name(), Metric.MOST_PROBES, count.most());
        });
    }
}
