package dev.fallow.benchmarks.comparison.experiment;

import dev.fallow.benchmarks.comparison.Experiment;
import dev.fallow.benchmarks.comparison.Findings;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Scale;
import dev.fallow.benchmarks.contender.Contender;
import dev.fallow.benchmarks.contender.Contenders;
import dev.fallow.benchmarks.workload.Driver;
import dev.fallow.benchmarks.workload.Layout;
import dev.fallow.benchmarks.workload.Mix;
import dev.fallow.benchmarks.workload.OperationSource;
import dev.fallow.benchmarks.workload.SizeDistribution;
import dev.fallow.benchmarks.workload.Toggles;
import java.util.Arrays;
import java.util.List;

/** Workloads made to be bad for a design of exact best fit; what counts is that no operation gets out of hand. */
public final class Adversaries implements Experiment {
    private static final long SEED = 2;

    /** Weaknesses that a design may have. */
    enum Kind {
        /** Many tiny sections in one region: a directory of regions has all in one entry. */
        TINY("tiny sections in one region") {
            @Override
            Layout layout(int sections) {
                return Layout.aged(SizeDistribution.TINY, sections, Contenders.ORDERED.factory());
            }

            @Override
            OperationSource source(Layout layout) {
                return driven(layout, SizeDistribution.TINY);
            }
        },
        /** As many sections as bytes allow, which then become fewer: what a structure costs that shrinks. */
        FILLING("a checkerboard of 8 bytes that fills up") {
            @Override
            Layout layout(int sections) {
                return Layout.checkerboard(sections, 8);
            }

            @Override
            OperationSource source(Layout layout) {
                return driven(layout, SizeDistribution.ONE_TINY_SIZE);
            }
        },
        /** One size at addresses far from each other: every directory entry has one section. */
        SPARSE("one size, 1 GiB apart") {
            @Override
            Layout layout(int sections) {
                return Layout.spaced(sections, 4096, 1L << 30);
            }

            @Override
            OperationSource source(Layout layout) {
                return driven(layout, SizeDistribution.ONE_SIZE);
            }
        },
        /** Removal by merging, over and over, and never by an allocation: lazy removal leaves stale entries. */
        STALE("merged and split, never allocated") {
            @Override
            Layout layout(int sections) {
                return Layout.checkerboard(sections, 64);
            }

            @Override
            OperationSource source(Layout layout) {
                return new Toggles(layout, SEED);
            }
        },
        /** Hardly a size twice, and all large: nothing to be gained from lists of equal sizes. */
        DISTINCT("large sizes, hardly one twice") {
            @Override
            Layout layout(int sections) {
                return Layout.aged(SizeDistribution.LARGE_DISTINCT, sections, Contenders.ORDERED.factory());
            }

            @Override
            OperationSource source(Layout layout) {
                return driven(layout, SizeDistribution.LARGE_DISTINCT);
            }
        };

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        abstract Layout layout(int sections);

        abstract OperationSource source(Layout layout);

        static OperationSource driven(Layout layout, SizeDistribution sizes) {
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
    public void run(String task, Scale scale, Findings findings) {
        Kind kind = Kind.valueOf(task.substring(0, task.indexOf('/')));
        String column = task.substring(task.indexOf('/') + 1);
        Layout layout = kind.layout(Integer.parseInt(column));
        List<Contender> exact = Contenders.exact();
        Race race = new Race(exact, layout, any -> kind.source(layout), scale);
        race.run();
        race.report(findings, kind.label, column);
        for (Race.Lane lane : race.lanes()) {
            findings.add(kind.label, column, lane.contender.name(), Metric.SECTIONS, lane.space.sectionCount());
        }

        // two tree maps have to be loaded into the object that counts: all begin again, at the first layout
        Race counting = new Race(exact, layout, any -> kind.source(layout), scale);
        counting.count(layout, scale.operations()).forEach((contender, count) -> {
            findings.add(kind.label, column, contender.name(), Metric.PROBES, count.mean());
            findings.add(kind.label, column, contender.name(), Metric.MOST_PROBES, count.most());
        });
    }
}
