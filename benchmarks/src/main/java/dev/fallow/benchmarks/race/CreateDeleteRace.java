package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.entrant.Pace;
import dev.fallow.benchmarks.race.entrant.RaceFiles;
import dev.fallow.benchmarks.race.entrant.Series;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.benchmarks.race.finalfile.FinalFileChild;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.machine.Machine;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Runs each test for each entrant with all its counts, in the requested number of fresh processes, one process at a
 * time, and writes the results. The entrants of a test run in succession, so that busy minutes of the machine affect
 * all of them. Results are written after each series, and plots after each test, so that an interrupted race leaves its
 * results.
 */
final class CreateDeleteRace {
    private static final String MINUTES = "minutes in all";

    private final RaceOptions options;
    private final String command;
    private final PrintWriter progress;
    private boolean failed;

    /** @param command the command line, for the result files */
    CreateDeleteRace(RaceOptions options, String command, PrintWriter progress) {
        this.options = options;
        this.command = command;
        this.progress = progress;
    }

    /** Whether an entrant failed, or a file of ours is not valid. The report has the details. */
    boolean failed() {
        return failed;
    }

    /**
     * Runs the race and writes the files.
     *
     * @return the report
     * @throws IOException if a file cannot be written
     */
    String run() throws IOException, InterruptedException {
        Map<String, String> facts = facts(); // before the race, because they include the load of the machine
        Instant start = Instant.now();
        Standings standings = options.earlier() == null
                ? new Standings(options.entrants())
                : options.earlier().continued(options, facts);
        String minutes = facts.containsKey(MINUTES) ? facts.get(MINUTES) + "; " : "";
        RaceResults results = new RaceResults(
                Files.createDirectories(options.results()), options.scale().label(), options.readme());
        Path work = Files.createTempDirectory(Files.createDirectories(options.work()), "race");
        RaceFiles files = new RaceFiles(Files.createDirectory(work.resolve("files")));
        Stable stable = new Stable(options.jvmOptions(), work, options.limitSeconds());
        String report = "";
        try {
            for (int process = 0; process < options.processes(); process++) {
                for (ReportTest test : options.tests()) {
                    for (Entrant entrant : options.entrants()) {
                        run(entrant, test, process, files, stable, standings);
                        facts.put(MINUTES, minutes + minutesSince(start));
                        results.note(facts, standings);
                    }
                    report = results.texts(facts, standings);
                }
            }
        } finally {
            files.clear();
            Files.delete(files.folder());
            Files.delete(work);
        }
        return report;
    }

    private static String minutesSince(Instant start) {
        return String.format(
                Locale.ROOT, "%.1f", Duration.between(start, Instant.now()).toMillis() / 60_000.0);
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(Machine.description());
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        facts.put("load of the machine before", load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load));
        facts.put("processes for each number", Integer.toString(options.processes()));
        Pace pace = options.scale().pace();
        facts.put(
                "laps of each count",
                "%d at most, and none begun after %s CPU seconds; short tests are repeated to fill a lap"
                        .formatted(pace.laps(), ReportNumbers.brief(pace.patience())));
        facts.put(
                "warm-up of a JVM",
                "%s to %s CPU seconds of the same test, until it is compiled"
                        .formatted(ReportNumbers.brief(pace.leastWarmup()), ReportNumbers.brief(pace.mostWarmup())));
        facts.put("options of the warm JVMs", "`" + String.join(" ", options.jvmOptions()) + "`");
        facts.put("command", command);
        return facts;
    }

    private void run(Entrant entrant, ReportTest test, int process, RaceFiles files, Stable stable, Standings standings)
            throws IOException, InterruptedException {
        List<Integer> counts = new ArrayList<>();
        for (int count : options.counts(test, entrant)) {
            Standing standing = standings.at(test, count, entrant.name());
            Optional<String> leftOut = entrant.leavesOut(test, count);
            if (leftOut.isPresent()) {
                standing.setRemark(leftOut.get());
            } else if (standing.remark() == null) { // otherwise it has already failed
                counts.add(count);
            }
        }
        if (counts.isEmpty()) {
            return;
        }
        Instant start = Instant.now();
        Series series;
        try {
            series = entrant.run(test, counts, files, options.scale().pace(), stable);
        } catch (IOException e) {
            series = new Series(Map.of(), e.getMessage());
        }
        Instant done = Instant.now();
        for (int count : counts) {
            Standing standing = standings.at(test, count, entrant.name());
            List<Lap> laps = series.laps().get(count);
            if (laps == null) {
                fail(standing, series.failure());
            } else {
                standing.add(laps);
                if (process == options.processes() - 1) {
                    look(entrant, test, count, files, stable, standing);
                }
            }
            report("%s %s, %,d: %s%n", entrant.name(), test.label(), count, inWords(standing));
        }
        files.clear();
        report(
                "%d of %d: %s %s: %.1f s, files checked in %.1f s%n",
                process + 1,
                options.processes(),
                entrant.name(),
                test.label(),
                Duration.between(start, done).toMillis() / 1000.0,
                Duration.between(done, Instant.now()).toMillis() / 1000.0);
    }

    private void look(Entrant entrant, ReportTest test, int count, RaceFiles files, Stable stable, Standing standing)
            throws InterruptedException {
        try {
            boolean ours = entrant.role().isOurs();
            standing.setFile(FinalFileChild.look(ours, files.of(test, count), test, count, stable));
        } catch (IllegalStateException | IOException e) {
            fail(standing, e.getMessage());
        }
    }

    private void report(String format, Object... values) {
        progress.printf(Locale.ROOT, format, values);
        progress.flush();
    }

    private static String inWords(Standing standing) {
        OptionalDouble cpu = Measure.CPU.of(standing);
        String seconds = cpu.isEmpty() ? "" : ReportNumbers.brief(cpu.getAsDouble()) + " CPU s";
        return standing.remark() == null ? seconds : seconds + " " + standing.remark();
    }

    /** Records a failure. The race continues, to keep the results of the others. */
    private void fail(Standing standing, String why) {
        failed = true;
        standing.setRemark("**failed**: " + why);
    }
}
