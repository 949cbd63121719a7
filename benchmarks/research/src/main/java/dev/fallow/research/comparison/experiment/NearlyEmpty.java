package dev.fallow.research.comparison.experiment;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import org.openjdk.jol.info.GraphStats;

/** The memory of managers with almost no sections, of which a file has several. */
public final class NearlyEmpty implements Experiment {
    @Override
    public String name() {
        return "nearly-empty";
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
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
