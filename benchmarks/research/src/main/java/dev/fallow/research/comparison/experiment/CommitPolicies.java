package dev.fallow.research.comparison.experiment;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.report.WriteStatistics;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.session.SpreadSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cost of durability: the create and delete tests with each durability policy and several commit intervals. */
public final class CommitPolicies implements Experiment {
    static final String NAME = "commit-policies";

    private static final int MOST_ROUNDS = 5;
    /** The number of untimed runs, after which the code of a test is compiled. */
    private static final int WARMUPS = 12;

    /** The number of operations between commits; 0 for a single commit at the end. */
    private static final int[] INTERVALS = {0, 1_000, 100, 10};

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("objects", Scale.numbersOfObjects()));
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Arrays.stream(SpreadSession.values()).map(SpreadSession::label).toList();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        SpreadSession test = SpreadSession.named(task);
        try {
            Path folder = Files.createTempDirectory("fallow-commit-policies");
            Lane warmup = new Lane(Durability.NEVER);
            for (int i = 0; i < Math.min(WARMUPS, 2 * scale.rounds()); i++) {
                warmup.run(test, scale.objects(), INTERVALS[1], folder.resolve("file.h5"), false);
            }
            for (int interval : INTERVALS) {
                race(test, scale, interval, folder.resolve("file.h5"), findings);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private static void race(SpreadSession test, Scale scale, int interval, Path file, ExperimentFindings findings)
            throws IOException {
        List<Lane> lanes = Arrays.stream(Durability.values()).map(Lane::new).toList();
        int rounds = Math.min(MOST_ROUNDS, scale.rounds());
        for (int round = -1; round < rounds; round++) { // the first round is not counted
            for (int i = 0; i < lanes.size(); i++) {
                lanes.get(Math.floorMod(i + round, lanes.size()))
                        .run(test, scale.objects(), interval, file, round >= 0);
            }
        }
        String column = interval == 0 ? "close" : Integer.toString(interval);
        Lane never = lanes.get(Durability.NEVER.ordinal());
        for (Lane lane : lanes) {
            String name = lane.durability.name().toLowerCase(Locale.ROOT).replace('_', '-');
            findings.add(test.label(), column, name, Metric.OPERATION_MICROS, lane.median());
            findings.add(test.label(), column, name, Metric.TIMES_NEVER, lane.median() / never.median());
            findings.add(test.label(), column, name, Metric.FORCES, lane.statistics.forces());
            findings.add(test.label(), column, name, Metric.WRITTEN_BYTES, lane.statistics.bytes());
        }
    }

    /** The measurements of one policy. */
    private static final class Lane {
        private final Durability durability;
        private final List<Double> micros = new ArrayList<>();
        private WriteStatistics statistics;
        private long operations;

        Lane(Durability durability) {
            this.durability = durability;
        }

        void run(SpreadSession test, int objects, int interval, Path file, boolean counts) throws IOException {
            operations = 0;
            long start = System.nanoTime();
            ContainerFile container =
                    ContainerFile.create(file, CreateOptions.defaults().withDurability(durability));
            try (container) {
                test.run(container, objects, () -> {
                    operations++;
                    if (interval > 0 && operations % interval == 0) {
                        container.flush();
                    }
                });
            }
            double time = (System.nanoTime() - start) / 1e3;
            if (counts) {
                micros.add(time / operations);
                statistics = container.writeStatistics();
            }
            Files.delete(file);
        }

        double median() {
            return ReportNumbers.median(micros);
        }
    }
}
