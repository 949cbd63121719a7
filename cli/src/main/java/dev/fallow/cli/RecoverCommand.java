package dev.fallow.cli;

import dev.fallow.ContainerFile;
import dev.fallow.format.Printable;
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
            "Completes the work of a program that was killed while editing a file:",
            "applies the last commit from the journal beside the file, and removes the journal.",
            "Opening the file with Fallow for editing does the same. Exit code 1: recovery is not possible."
        })
final class RecoverCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        RecoveryReport report = dryRun ? ContainerFile.inspectJournal(file) : ContainerFile.recover(file);
        print(spec.commandLine().getOut(), report);
        return switch (report.outcome()) {
            case REFUSED, IN_USE -> ExitCode.FINDINGS;
            default -> ExitCode.OK;
        };
    }

    /** Prints one or two lines about a journal. */
    static void print(PrintWriter out, RecoveryReport report) {
        out.println("journal    " + sentence(report));
        if (report.outcome() != RecoveryReport.Outcome.NO_JOURNAL) {
            out.printf("           %s: %s%n", Printable.name(report.journal()), report.explanation());
        }
    }

    private static String sentence(RecoveryReport report) {
        String commit = "commit %d, %d block%s of %,d bytes together"
                .formatted(report.commit(), report.blocks(), report.blocks() == 1 ? "" : "s", report.bytes());
        return switch (report.outcome()) {
            case NO_JOURNAL -> "none";
            case IN_USE -> "in use: another program is editing the file";
            case PENDING -> "waiting to be applied: " + commit;
            case RECOVERED -> "applied and removed: " + commit;
            case LEFT_OVER -> "left over, not needed";
            case REMOVED -> "left over, not needed: removed";
            case REFUSED -> "cannot be applied; nothing was done";
        };
    }
}
