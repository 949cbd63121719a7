package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What a JVM of the race does: one test of one library again and again, a line of JSON for each lap that counts. */
public final class RaceChild {
    private final Library library;
    private final ReportTest test;
    private final int count;
    private final Path file;

    RaceChild(Library library, ReportTest test, int count, Path file) {
        this.library = library;
        this.test = test;
        this.count = count;
        this.file = file;
    }

    /** The arguments: entrant, test, count, file, and the five numbers of a {@link Pace}. The file is left. */
    public static void main(String[] arguments) {
        ReportTest test = ReportTest.named(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        Pace pace = new Pace(
                Integer.parseInt(arguments[4]),
                Double.parseDouble(arguments[5]),
                Integer.parseInt(arguments[6]),
                Double.parseDouble(arguments[7]),
                Double.parseDouble(arguments[8]));
        new RaceChild(Entrants.library(arguments[0]), test, count, Path.of(arguments[3]))
                .run(pace, lap -> System.out.println(LapJson.of(lap, test, count)));
    }

    /** The command line that {@link #main} takes. */
    static List<String> arguments(String entrant, ReportTest test, int count, Path file, Pace pace) {
        return List.of(
                entrant,
                test.label(),
                Integer.toString(count),
                file.toString(),
                Integer.toString(pace.warmups()),
                Double.toString(pace.warmupSeconds()),
                Integer.toString(pace.laps()),
                Double.toString(pace.lapSeconds()),
                Double.toString(pace.patience()));
    }

    void run(Pace pace, Consumer<Lap> finish) {
        double start = cpuSeconds();
        int repeats = 1;
        if (pace.warmups() > 0) {
            int done = 0;
            double last;
            do {
                last = lap(1).cpuSeconds();
                done++;
            } while ((done < pace.warmups() || cpuSeconds() - start < pace.warmupSeconds())
                    && cpuSeconds() - start < pace.patience() / 2);
            repeats = pace.repeats(last);
        }
        for (int i = 0; i < pace.laps() && (i == 0 || cpuSeconds() - start < pace.patience()); i++) {
            if (pace.warmups() > 0) {
                System.gc(); // what earlier laps left is not this one's to clear
            }
            finish.accept(lap(repeats));
        }
    }

    /** Does the test several times, each with a file of its own: nothing is deleted while time is taken. */
    private Lap lap(int repeats) {
        try {
            Path[] files = new Path[repeats];
            for (int i = 0; i < repeats; i++) {
                files[i] = i == repeats - 1 ? file : file.resolveSibling(file.getFileName() + "." + i);
                Files.deleteIfExists(files[i]);
            }
            SystemWrites system = SystemWrites.ofThisProcess();
            Writes before = system.read();
            double cpu = cpuSeconds();
            long wall = System.nanoTime();
            Writes writes = null;
            for (Path one : files) {
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
                Files.delete(files[i]);
            }
            return new Lap(
                    library.version(),
                    (cpuNow - cpu) / repeats,
                    wallSeconds / repeats,
                    cpuNow,
                    Files.size(file),
                    writes);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** User and system time of this process since it began. */
    private static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }
}
