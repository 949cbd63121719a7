package dev.fallow.benchmarks;

import dev.fallow.benchmarks.race.SavedRace;
import dev.fallow.research.comparison.SavedResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: generates texts and plots from existing results. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Generates the texts and plots of existing results, without measuring; prints the report.")
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "RESULTS",
            description = "SCALE.json of a comparison or a race. SCALE.md and the plots next to it are overwritten.")
    private Path file;

    @Option(
            names = "--readme",
            paramLabel = "FILE",
            description = "Also insert a summary into this Markdown file, between its two marks.")
    private Path readme;

    @Option(
            names = "--plots",
            paramLabel = "FOLDER",
            description = "Also plot every table of a comparison into this directory, not only those in the report.")
    private Path plots;

    @Override
    public Integer call() throws IOException {
        try {
            spec.commandLine().getOut().println(SavedRace.isRace(file) ? race() : comparison());
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String race() throws IOException {
        if (plots != null) {
            throw new IllegalArgumentException("--plots applies only to comparisons");
        }
        return SavedRace.read(file).write(readme);
    }

    private String comparison() throws IOException {
        return SavedResults.read(file).write(file.toAbsolutePath().getParent(), readme, plots);
    }
}
