package dev.fallow.research.comparison;

import dev.fallow.research.report.ReportCommandLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compare}: runs experiments and writes their results. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Runs experiments; writes SCALE.json, SCALE.md and plots; prints the report.")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = OfScale.class,
            description = "The extent of the measurements: smoke, quick or full. Default: full.")
    private Scale scale = Scale.FULL;

    @Option(
            names = "--forks",
            paramLabel = "N",
            converter = OfForks.class,
            description = "The number of JVMs for each task. 0: all tasks in this JVM. Default: that of the scale.")
    private Integer forks;

    @Option(
            names = "--only",
            paramLabel = "EXPERIMENT",
            split = ",",
            converter = OfExperiment.class,
            description = "The experiments to run. Default: all, that is, " + Experiments.NAMES + ".")
    private List<Experiment> experiments = new ArrayList<>();

    @Option(
            names = "--task",
            paramLabel = "TASK",
            description =
                    "Only the tasks whose names begin so, such as groups. The columns they measure are replaced in"
                            + " the existing results of this scale in the directory, if there are any. May be repeated. Default: all tasks.")
    private List<String> tasks = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The directory for the files. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("benchmarks", "results");

    @Option(
            names = "--readme",
            paramLabel = "FILE",
            description = "Also insert a summary into this Markdown file, between its two marks.")
    private Path readme;

    @Override
    public Integer call() throws Exception {
        String command = ReportCommandLines.publicForm(spec.commandLine().getParseResult());
        List<Experiment> chosen = experiments.isEmpty() ? Experiments.all() : experiments;
        for (String beginning : tasks) {
            if (chosen.stream()
                    .flatMap(experiment -> experiment.tasks(scale).stream())
                    .noneMatch(task -> task.startsWith(beginning))) {
                throw new ParameterException(
                        spec.commandLine(), "no task of these experiments begins with \"" + beginning + '"');
            }
        }
        Comparison comparison = new Comparison(
                scale,
                forks == null ? scale.forks() : forks,
                chosen,
                tasks,
                folder,
                readme,
                command,
                spec.commandLine().getErr());
        spec.commandLine().getOut().println(comparison.run());
        return 0;
    }

    static final class OfScale implements ITypeConverter<Scale> {
        @Override
        public Scale convert(String label) {
            return ReportCommandLines.named(label, Scale::named);
        }
    }

    static final class OfExperiment implements ITypeConverter<Experiment> {
        @Override
        public Experiment convert(String name) {
            return ReportCommandLines.named(name, Experiments::named);
        }
    }

    static final class OfForks implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String number) {
            return ReportCommandLines.named(number, Integer::parseUnsignedInt);
        }
    }
}
