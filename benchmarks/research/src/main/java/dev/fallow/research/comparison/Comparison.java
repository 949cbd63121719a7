package dev.fallow.research.comparison;

import dev.fallow.research.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the experiments, each task in as many fresh JVMs as the scale requires, one JVM at a time, and writes the
 * results. All tasks run once in a first JVM each, then once in a second one, and so on, so that a busy hour of the
 * machine does not affect all samples of a number.
 */
final class Comparison {
    private final Scale scale;
    private final int forks;
    private final List<Experiment> experiments;
    private final List<String> only; // beginnings of tasks; empty for all
    private final Path folder;
    private final Path readme; // null if none
    private final String command;
    private final PrintWriter progress;

    /**
     * @param forks the number of JVMs for each task; 0 to run all tasks in this JVM
     * @param only the beginnings of the tasks to run, whose columns replace those of the existing results, if there are any; empty for all
     * @param folder the directory for the files
     * @param readme a text for the summary; null for none
     * @param command the command line, for the result files
     */
    Comparison(
            Scale scale,
            int forks,
            List<Experiment> experiments,
            List<String> only,
            Path folder,
            Path readme,
            String command,
            PrintWriter progress) {
        this.scale = scale;
        this.forks = forks;
        this.experiments = experiments;
        this.only = only;
        this.folder = folder;
        this.readme = readme;
        this.command = command;
        this.progress = progress;
    }

    /**
     * Measures and writes the files.
     *
     * @return the report
     * @throws IOException if a JVM fails or a file cannot be written, or the results that change cannot be read
     */
    String run() throws IOException, InterruptedException {
        Path numbers = folder.resolve(scale.label() + ".json");
        SavedResults former = only.isEmpty() || Files.notExists(numbers) ? null : SavedResults.read(numbers);
        Map<String, String> facts = new LinkedHashMap<>(Machine.description());
        String before = Machine.load();
        Results results = new Results(scale);
        for (int fork = 0; fork < Math.max(1, forks); fork++) {
            for (Experiment experiment : experiments) {
                for (String task : tasks(experiment, only)) {
                    run(experiment, task, fork, results);
                }
            }
        }
        Files.createDirectories(folder);
        facts.put("JVMs for each number", forks == 0 ? "one for all" : Integer.toString(forks));
        facts.put("options of the JVMs", forks == 0 ? "none" : String.join(" ", Forks.options(scale)));
        facts.put("load of the machine", before + " at the start, " + Machine.load() + " at the end");
        facts.put("command", command);
        SavedResults all = new SavedResults(facts, results);
        if (former != null) {
            all = former.replacing(all);
        }
        for (Experiment experiment : experiments) {
            all.facts().putAll(experiment.publish(tasks(experiment, only), scale, folder));
        }
        JsonReport.write(numbers, all.facts(), all.results());
        return all.write(folder, readme, null);
    }

    private List<String> tasks(Experiment experiment, List<String> beginnings) {
        return experiment.tasks(scale).stream()
                .filter(task -> beginnings.isEmpty() || beginnings.stream().anyMatch(task::startsWith))
                .toList();
    }

    private void run(Experiment experiment, String task, int fork, Results results)
            throws IOException, InterruptedException {
        Instant start = Instant.now();
        ExperimentFindings findings = (group, column, contender, metric, value) ->
                results.add(experiment.name(), group, column, contender, metric, value);
        if (forks == 0) {
            experiment.run(task, scale, findings);
        } else {
            Forks.run(experiment, task, scale, findings);
        }
        progress.printf(
                "%d of %d: %s, %s: %.1f s%n",
                fork + 1,
                Math.max(1, forks),
                experiment.name(),
                task,
                Duration.between(start, Instant.now()).toMillis() / 1000.0);
        progress.flush();
    }
}
