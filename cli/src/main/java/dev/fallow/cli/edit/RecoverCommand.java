package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.JournalText;
import dev.fallow.cli.text.Json;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.RecoveryReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow recover}: completes or discards the commit of an interrupted program. */
@Command(
        name = "recover",
        mixinStandardHelpOptions = true,
        description = {
            "Completes an edit that was interrupted.",
            "If a program was killed while editing a file: applies the last commit from the journal beside the file, and removes the journal.",
            "Opening the file with Fallow for editing does the same. Exit code 1: recovery is not possible.",
            "Exit code 3: another program has the file open."
        })
public final class RecoverCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = {
                "Recover the file even if another program has it open.",
                "No other program may write the file meanwhile; one that reads it may read anything."
            })
    private boolean force;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        RecoveryReport report = dryRun
                ? ContainerFile.inspectJournal(file)
                : ContainerFile.recover(file, OpenOptions.edit().withIgnoreLocks(force));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, "recover/1", generator -> JournalText.write(generator, report));
        } else {
            JournalText.print(out, report);
        }
        return switch (report.outcome()) {
            case REFUSED, IN_USE -> ExitCode.FINDINGS;
            default -> ExitCode.OK;
        };
    }
}
