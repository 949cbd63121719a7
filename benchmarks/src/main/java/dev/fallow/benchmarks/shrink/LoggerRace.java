package dev.fallow.benchmarks.shrink;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.OpenOptions;
import dev.fallow.SessionOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.ShrinkPolicy;
import dev.fallow.StoredChunkInfo;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.benchmarks.shrink.Plan.Step;
import dev.fallow.benchmarks.shrink.Trail.Point;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Lets one contender follow a plan. */
final class LoggerRace {
    private static final String SCRIPT = "logger.py";
    private static final int ATTRIBUTES = 4;

    private final Stable stable;
    private final Path folder;
    private final String python;

    /** @param python a Python with h5py; null if h5py does not take part */
    LoggerRace(Stable stable, Path folder, String python) {
        this.stable = stable;
        this.folder = folder;
        this.python = python;
    }

    Trail run(Tactic tactic, Plan plan) throws IOException, InterruptedException {
        List<Point> points =
                tactic instanceof Tactic.Fallow fallow ? inJava(fallow, plan) : inPython((Tactic.H5py) tactic, plan);
        return new Trail(points, plan.fullSession());
    }

    private List<Point> inJava(Tactic.Fallow tactic, Plan plan) throws IOException {
        Path file = folder.resolve("fallow.h5");
        List<Point> points = new ArrayList<>();
        ContainerFile container = null;
        long highest = 0;
        long stored = 0;
        for (Step step : plan.steps()) {
            if (container == null) {
                container = open(file, tactic, points.isEmpty());
                highest = 0;
                stored = 0;
            }
            switch (step.kind()) {
                case COMMIT -> {
                    container.flush();
                    highest = Math.max(highest, Files.size(file));
                }
                case RESTART -> {
                    if (tactic.atClose()) {
                        container.shrink(ShrinkOptions.defaults());
                    }
                    container.close();
                    long length = Files.size(file);
                    points.add(new Point(
                            length,
                            Math.max(highest, length),
                            container.writeStatistics().bytes(),
                            stored,
                            RepackRace.liveBytes(file)));
                    container = null;
                }
                case GROUP -> container.root().createGroup(step.path());
                case DELETE -> container.delete(step.path());
                case DATASET -> stored += create(container, step);
            }
        }
        Files.delete(file);
        return points;
    }

    private static ContainerFile open(Path file, Tactic.Fallow tactic, boolean create) {
        return create
                ? ContainerFile.create(file, options(CreateOptions.defaults().withOverwrite(true), tactic))
                : ContainerFile.open(file, options(OpenOptions.defaults(), tactic));
    }

    private static <T extends SessionOptions<T>> T options(T options, Tactic.Fallow tactic) {
        T all = options.withDurability(Durability.NEVER);
        return tactic.hasPolicy() ? all.withShrinking(new ShrinkPolicy(tactic.ratio(), tactic.bytesPerCommit())) : all;
    }

    private static long create(ContainerFile container, Step step) {
        int[] values = Noise.ints(step.count(), step.bits(), step.seed());
        Dataset dataset = step.chunk() == 0
                ? container.root().createDataset(step.path(), values)
                : container
                        .root()
                        .createDataset(
                                step.path(),
                                values,
                                DatasetOptions.defaults()
                                        .withChunks(step.chunk())
                                        .withFilters(Filters.shuffle(), Filters.deflate(1)));
        for (int i = 0; i < ATTRIBUTES; i++) {
            dataset.createAttribute("a" + i, (double) step.seed() + i);
        }
        dataset.createAttribute("unit", "metre");
        if (step.chunk() == 0) {
            return dataset.logicalSize();
        }
        AtomicLong bytes = new AtomicLong();
        dataset.forEachChunk((StoredChunkInfo chunk) -> bytes.addAndGet(chunk.size()));
        return bytes.get();
    }

    private List<Point> inPython(Tactic.H5py tactic, Plan plan) throws IOException, InterruptedException {
        Path script = folder.resolve(SCRIPT);
        try (InputStream in = LoggerRace.class.getResourceAsStream(SCRIPT)) {
            Files.write(script, in.readAllBytes());
        }
        Path steps = folder.resolve("plan.txt");
        Files.write(steps, plan.steps().stream().map(Step::line).toList());
        Path file = folder.resolve("h5py.h5");
        List<String> lines = stable.run(
                        List.of(python, script.toString(), steps.toString(), file.toString(), tactic.options()))
                .orThrow();
        List<Point> points = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split("\t");
            Path copy = file.resolveSibling(file.getFileName() + "." + points.size());
            points.add(new Point(
                    Long.parseLong(fields[0]),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    RepackRace.liveBytes(copy)));
            Files.delete(copy);
        }
        Files.delete(file);
        return points;
    }
}
