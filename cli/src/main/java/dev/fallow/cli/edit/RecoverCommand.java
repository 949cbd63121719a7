package dev.fallow.cli.edit;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.RecoveryReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow recover}: completes or discards the commit of an interrupted program. */
@Command(
        name = "recover",
        description = {
            "Completes an edit that was interrupted.",
            "If a program was killed while editing a file: applies the last commit from the journal beside the file, and removes the journal.",
            "Opening the file with Fallow for editing does the same. Exit code 1: recovery is not possible, or the file is marked as"
                    + " open for writing, and there is no journal.",
            "Exit code 3: another program has the file open."
        })
public final class RecoverCommand extends Verb.Reporting {
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
        RecoveryReport report = ContainerFile.recover(
                file, MaintenanceOptions.defaults().withDryRun(dryRun).withIgnoreLocks(force));
        boolean left = report.outcome() == RecoveryReport.Outcome.NO_JOURNAL && isMarked();
        print(
                "recover/1",
                generator -> {
                    write(generator, report);
                    generator.writeBooleanField("markLeft", left);
                },
                out -> {
                    print(out, report);
                    if (left) {
                        out.println(
                                "mark       left: the file is marked as open for writing, and nothing can be recovered without a"
                                        + " journal.");
                        out.println("           If no program is writing it, fallow check --repair "
                                + Messages.word(file.toString()) + " removes the mark.");
                    }
                });
        return switch (report.outcome()) {
            case REFUSED, IN_USE -> ExitCode.FINDINGS;
            default -> left ? ExitCode.FINDINGS : ExitCode.OK;
        };
    }

    /** Whether the file says that a program is writing it. */
    private boolean isMarked() {
        OpenOptions options = OpenOptions.defaults()
                .withReadOnly(true)
                .withIgnoreWriteFlag(true)
                .withIgnoreLocks(true);
        try (ContainerFile container = ContainerFile.open(file, options)) {
            return container.info().isMarkedOpen();
        }
    }

    /** Prints one or two lines about a journal. */
    public static void print(PrintWriter out, RecoveryReport report) {
        String commit = "commit %d, %d block%s of %,d bytes together"
                .formatted(report.commit(), report.blocks(), report.blocks() == 1 ? "" : "s", report.bytes());
        out.println("journal    "
                + switch (report.outcome()) {
                    case NO_JOURNAL -> "none";
                    case IN_USE -> "in use: another program is editing the file";
                    case PENDING -> "waiting to be applied: " + commit;
                    case RECOVERED -> "applied and removed: " + commit;
                    case LEFT_OVER -> "left over, not needed";
                    case REMOVED -> "left over, not needed: removed";
                    case REFUSED -> "cannot be applied; nothing was done";
                });
        if (report.outcome() != RecoveryReport.Outcome.NO_JOURNAL) {
            out.printf("           %s: %s%n", NameText.printable(report.journal()), report.explanation());
        }
    }

    /** Writes the fields of a JSON object about a journal. */
    public static void write(JsonGenerator json, RecoveryReport report) throws IOException {
        json.writeStringField("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
        json.writeStringField("file", report.journal());
        json.writeStringField("explanation", report.explanation());
        json.writeNumberField("commit", report.commit());
        json.writeNumberField("blocks", report.blocks());
        json.writeNumberField("bytes", report.bytes());
    }
}
