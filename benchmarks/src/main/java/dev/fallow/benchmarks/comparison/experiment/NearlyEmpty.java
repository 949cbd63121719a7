package dev.fallow.benchmarks.comparison.experiment;

import dev.fallow.benchmarks.comparison.Experiment;
import dev.fallow.benchmarks.comparison.Findings;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Scale;
import dev.fallow.benchmarks.contender.Contender;
import dev.fallow.benchmarks.contender.Contenders;
import dev.fallow.freespace.FreeSpace;
import org.openjdk.jol.info.GraphStats;

/** The memory of managers with almost no sections, of which a file has several. */
public final class NearlyEmpty implements Experiment {
    @Override
    public String name() {
        return "nearly-empty";
    }

    @Override
    public void run(String task, Scale scale, Findings findings) {
        for (Contender contender : Contenders.all()) {
            if (!contender.listsSections()) {
                continue;
            }
            for (int sections : new int[] {1, 10}) {
                FreeSpace space = contender.factory().create(0);
                for (int i = 1; i <= sections; i++) {
                    space.free(65536L * i, 4096L * i);
                }
                findings.add(
                        "sections",
                        Integer.toString(sections),
                        contender.name(),
                        Metric.TOTAL_BYTES,
                        GraphStats.parseInstance(space).totalSize());
            }
        }
    }
}
