package dev.fallow.benchmarks.mapped;

import dev.fallow.research.report.ReportCommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mapped}: reads one file through its channel and through a mapping. */
@Command(
        name = "mapped",
        mixinStandardHelpOptions = true,
        description = "Compares reading with StorageKind.FILE and MAPPED. The JVM needs the flags of mapped storage.")
public final class MappedCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--datasets",
            defaultValue = "20000",
            converter = ReportCommandLines.WholeNumber.class,
            description = "Small datasets. Default: ${DEFAULT-VALUE}.")
    private int datasets;

    @Option(
            names = "--elements",
            defaultValue = "100",
            converter = ReportCommandLines.WholeNumber.class,
            description = "32-bit integers in each of them. Default: ${DEFAULT-VALUE}.")
    private int elements;

    @Option(
            names = "--megabytes",
            defaultValue = "64",
            converter = ReportCommandLines.WholeNumber.class,
            description = "MiB of the large dataset. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--rounds",
            defaultValue = "9",
            converter = ReportCommandLines.WholeNumber.class,
            description = "Rounds after two to warm up. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    /** Converts an option. */
    @Override
    public Integer call() throws IOException {
        Path file = Files.createTempFile("fallow-mapped", ".h5");
        try {
            String table = new MappedReads(file, datasets, elements, megabytes, rounds).table();
            spec.commandLine().getOut().println(table.stripTrailing());
        } finally {
            Files.delete(file);
        }
        return 0;
    }
}
