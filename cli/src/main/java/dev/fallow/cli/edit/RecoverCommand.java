package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.text.JournalText;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.RecoveryReport;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow recover}: completes or discards the commit of an interrupted program. */
@Command(
        name = "recover",
        description = {
            "Completes an edit that was interrupted.",
            "If a program was killed while editing a file: applies the last commit from the journal beside the file, and removes the journal.",
            "Opening the file with Fallow for editing does the same. Exit code 1: recovery is not possible.",
            "Exit code 3: another program has the file open."
        })
public final class RecoverCommand extends FileVerb.Reporting {
    @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = {
                "Recover the file even if another program has it open.",
                "No other program may write the file meanwhile; one that reads it may read anything."
            })
    private boolean force;

    @Override
    public Integer call() throws IOException {
        RecoveryReport report = dryRun
                ? ContainerFile.inspectJournal(file)
                : ContainerFile.recover(file, OpenOptions.edit().withIgnoreLocks(force));
        print("recover/1", generator -> JournalText.write(generator, report), out -> JournalText.print(out, report));
        return switch (report.outcome()) {
            case REFUSED, IN_USE -> ExitCode.FINDINGS;
            default -> ExitCode.OK;
        };
    }
}
