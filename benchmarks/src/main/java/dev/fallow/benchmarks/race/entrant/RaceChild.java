package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.createdelete.Writes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The main class of a JVM of the race. It repeats one test of one library, first for the warm-up and then with each of
 * several counts, and prints a line of JSON for each lap that counts. The last file of each count is kept.
 */
public final class RaceChild {
    private final Library library;
    private final ReportTest test;
    private final RaceFiles files;

    RaceChild(Library library, ReportTest test, RaceFiles files) {
        this.library = library;
        this.test = test;
        this.files = files;
    }

    /** Arguments: entrant, test, comma-separated counts, directory, and the five numbers of a {@link Pace}. */
    public static void main(String[] arguments) {
        ReportTest test = ReportTest.named(arguments[1]);
        List<Integer> counts =
                Arrays.stream(arguments[2].split(",")).map(Integer::valueOf).toList();
        Pace pace = new Pace(
                Double.parseDouble(arguments[4]),
                Double.parseDouble(arguments[5]),
                Integer.parseInt(arguments[6]),
                Double.parseDouble(arguments[7]),
                Double.parseDouble(arguments[8]));
        RaceChild child = new RaceChild(Entrants.library(arguments[0]), test, new RaceFiles(Path.of(arguments[3])));
        child.warmUp(counts, pace);
        for (int count : counts) {
            for (Lap lap : child.laps(count, pace)) {
                System.out.println(LapJson.of(lap, test, count));
            }
        }
    }

    /** The arguments for {@link #main}. */
    static List<String> arguments(String entrant, ReportTest test, List<Integer> counts, RaceFiles files, Pace pace) {
        return List.of(
                entrant,
                test.label(),
                counts.stream().map(Object::toString).collect(Collectors.joining(",")),
                files.folder().toString(),
                Double.toString(pace.leastWarmup()),
                Double.toString(pace.mostWarmup()),
                Integer.toString(pace.laps()),
                Double.toString(pace.lapSeconds()),
                Double.toString(pace.patience()));
    }

    private void warmUp(List<Integer> counts, Pace pace) {
        if (pace.isWarm()) {
            new Warmup(pace, RaceChild::cpuSeconds).run(() -> lap(Warmup.count(test, counts), 1));
        }
    }

    /** Runs the laps of a count; returns those that count. */
    private List<Lap> laps(int count, Pace pace) {
        List<Lap> laps = new ArrayList<>();
        double start = cpuSeconds();
        int repeats = 1;
        while (pace.goesOn(laps.size(), cpuSeconds() - start)) {
            if (pace.isWarm()) {
                System.gc(); // so that this lap does not collect the garbage of earlier ones
            }
            Lap lap = lap(count, repeats);
            repeats = laps.isEmpty() ? pace.repeats(lap.cpuSeconds()) : repeats;
            laps.add(lap);
        }
        return Pace.counted(laps);
    }

    /** Runs the test several times, with separate files, so that no file is deleted during the measurement. */
    private Lap lap(int count, int repeats) {
        Path last = files.of(test, count);
        try {
            Path[] paths = new Path[repeats];
            for (int i = 0; i < repeats; i++) {
                paths[i] = i == repeats - 1 ? last : last.resolveSibling(last.getFileName() + "." + i);
                Files.deleteIfExists(paths[i]);
            }
            SystemWrites system = SystemWrites.ofThisProcess();
            Writes before = system.read();
            double cpu = cpuSeconds();
            long wall = System.nanoTime();
            Writes writes = null;
            for (Path one : paths) {
                Library.OpenFile open = library.create(one);
                try (open) {
                    test.run(open.root(), count);
                }
                writes = open.writes();
            }
            double wallSeconds = (System.nanoTime() - wall) / 1e9;
            double cpuNow = cpuSeconds();
            if (writes.equals(Writes.UNKNOWN)) {
                writes = system.read().since(before).dividedBy(repeats);
            }
            for (int i = 0; i < repeats - 1; i++) {
                Files.delete(paths[i]);
            }
            return new Lap(
                    library.version(),
                    (cpuNow - cpu) / repeats,
                    wallSeconds / repeats,
                    cpuNow,
                    Files.size(last),
                    writes);
        } catch (IOException e) {
            throw new UncheckedIOException(last.toString(), e);
        }
    }

    /** The user and system time of this process since its start. */
    public static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }
}
