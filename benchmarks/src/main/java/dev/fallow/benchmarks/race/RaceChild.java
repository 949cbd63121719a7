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

    /** The arguments: entrant, test, count, file, and the four numbers of a {@link Pace}. The file is left. */
    public static void main(String[] arguments) {
        ReportTest test = ReportTest.named(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        Pace pace = new Pace(
                Integer.parseInt(arguments[4]),
                Double.parseDouble(arguments[5]),
                Integer.parseInt(arguments[6]),
                Double.parseDouble(arguments[7]));
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
                Double.toString(pace.patience()));
    }

    void run(Pace pace, Consumer<Lap> finish) {
        long start = System.nanoTime();
        Lap warmup = null;
        if (pace.warmups() > 0) {
            int done = 0;
            do {
                warmup = lap();
                done++;
            } while ((done < pace.warmups() || seconds(start) < pace.warmupSeconds())
                    && seconds(start) < pace.patience() / 2);
            if (done == 1 && seconds(start) >= pace.patience()) {
                finish.accept(warmup);
                return;
            }
        }
        for (int i = 0; i < pace.laps() && (i == 0 || seconds(start) < pace.patience()); i++) {
            if (pace.warmups() > 0) {
                System.gc(); // what earlier laps left is not this one's to clear
            }
            finish.accept(lap());
        }
    }

    private Lap lap() {
        try {
            Files.deleteIfExists(file);
            SystemWrites system = SystemWrites.ofThisProcess();
            Writes before = system.read();
            long cpu = cpuNanos();
            long wall = System.nanoTime();
            Library.OpenFile open = library.create(file);
            try (open) {
                test.run(open.root(), count);
            }
            double wallSeconds = seconds(wall);
            double cpuSeconds = (cpuNanos() - cpu) / 1e9;
            Writes writes = open.writes();
            return new Lap(
                    library.version(),
                    cpuSeconds,
                    wallSeconds,
                    cpuNanos() / 1e9,
                    Files.size(file),
                    writes.equals(Writes.UNKNOWN) ? system.read().since(before) : writes);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** User and system time of this process. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }
}
