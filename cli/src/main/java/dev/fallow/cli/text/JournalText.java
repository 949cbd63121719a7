package dev.fallow.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.report.RecoveryReport;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/** The state of a journal in words. */
public final class JournalText {
    private JournalText() {}

    /** Prints one or two lines about a journal. */
    public static void print(PrintWriter out, RecoveryReport report) {
        out.println("journal    " + sentence(report));
        if (report.outcome() != RecoveryReport.Outcome.NO_JOURNAL) {
            out.printf("           %s: %s%n", NameText.printable(report.journal()), report.explanation());
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

    /** Writes the fields of a JSON object. */
    public static void write(JsonGenerator json, RecoveryReport report) throws IOException {
        json.writeStringField("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
        json.writeStringField("file", report.journal());
        json.writeStringField("explanation", report.explanation());
        json.writeNumberField("commit", report.commit());
        json.writeNumberField("blocks", report.blocks());
        json.writeNumberField("bytes", report.bytes());
    }
}
