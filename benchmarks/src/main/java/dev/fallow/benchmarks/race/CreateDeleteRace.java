package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.comparison.Machine;
import dev.fallow.benchmarks.comparison.Readme;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs each test with each count for each entrant, in as many fresh processes as asked for, one process at a time, and writes
 * what was measured. All events are gone through once for the first processes, once for the second and so on, and the
 * entrants of an event follow each other, so that an hour in which the machine is busy hits all of them.
 */
public final class CreateDeleteRace {
    private final RaceOptions options;
    private final String command;
    private final PrintStream progress;
    private boolean failed;

    /** @param command the whole command, for the result files */
    public CreateDeleteRace(RaceOptions options, String command, PrintStream progress) {
        this.options = options;
        this.command = command;
        this.progress = progress;
    }

    /** Whether an entrant failed, or a file of ours was not in order; the report says which. */
    public boolean failed() {
        return failed;
    }

    /**
     * Races and writes the files.
     *
     * @return the report, as it was written
     * @throws IOException if a file cannot be written
     */
    public String run() throws IOException, InterruptedException {
        Map<String, String> facts = facts(); // before the race, for the load of the machine
        Standings standings = new Standings(options.entrants());
        Path work = Files.createTempDirectory(Files.createDirectories(options.work()), "race");
        Path file = work.resolve("race.h5");
        Stable stable = new Stable(options.jvmOptions(), work, options.limitSeconds());
        try {
            for (int process = 0; process < options.processes(); process++) {
                for (ReportTest test : options.tests()) {
                    for (int count : options.counts(test)) {
                        for (Entrant entrant : options.entrants()) {
                            run(entrant, test, count, process, file, stable, standings);
                        }
                    }
                }
            }
        } finally {
            clear(work);
        }
        Path folder = Files.createDirectories(options.results());
        RaceJson.write(folder.resolve(options.scale().label() + ".json"), facts, standings);
        Map<ReportTest, String> plots = RacePlots.write(folder, standings);
        String report = RaceReport.of(facts, standings, plots, "");
        Files.writeString(folder.resolve(options.scale().label() + ".md"), report);
        if (options.readme() != null) {
            Path from = options.readme().toAbsolutePath().getParent();
            String way = from.relativize(folder.toAbsolutePath()).toString().replace('\\', '/');
            Readme.put(options.readme(), "race", RaceReport.of(facts, standings, plots, way + "/"));
        }
        return report;
    }

    /** Deletes the folder of this race; a process that has failed may have left more than one file. */
    private static void clear(Path work) throws IOException {
        try (Stream<Path> left = Files.list(work)) {
            for (Path path : left.toList()) {
                Files.delete(path);
            }
        }
        Files.delete(work);
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(Machine.description());
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        facts.put("load of the machine before", load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load));
        facts.put("processes for each number", Integer.toString(options.processes()));
        facts.put(
                "laps in each",
                options.scale().pace().laps() + " at most, after a warm-up; short tests are repeated to fill a lap");
        facts.put("options of the JVMs", String.join(" ", options.jvmOptions()));
        facts.put("command", command);
        return facts;
    }

    private void run(
            Entrant entrant, ReportTest test, int count, int process, Path file, Stable stable, Standings standings)
            throws IOException, InterruptedException {
        Standing standing = standings.at(test, count, entrant.name());
        if (entrant.leavesOut(test, count).isPresent()) {
            standing.setRemark(entrant.leavesOut(test, count).get());
            return;
        }
        if (standing.remark() != null) {
            return; // it has failed before
        }
        Instant start = Instant.now();
        Files.deleteIfExists(file);
        List<Lap> laps = null;
        try {
            laps = entrant.run(test, count, file, options.scale().pace(), stable);
        } catch (IOException e) {
            fail(standing, e);
        }
        if (laps != null) {
            standing.add(laps);
            if (process == options.processes() - 1) {
                try {
                    standing.setFile(FinalFileChild.look(entrant.isOurs(), file, test, count, stable));
                } catch (IllegalStateException | IOException e) {
                    fail(standing, e);
                }
            }
        }
        progress.printf(
                Locale.ROOT,
                "%d of %d: %s %,d, %s: %.1f s%s%n",
                process + 1,
                options.processes(),
                test.label(),
                count,
                entrant.name(),
                Duration.between(start, Instant.now()).toMillis() / 1000.0,
                standing.remark() == null ? "" : ", " + standing.remark());
    }

    /** The race goes on without this one: hours of the others are not to be lost. */
    private void fail(Standing standing, Exception why) {
        failed = true;
        standing.setRemark("**failed**: " + why.getMessage());
    }
}
