package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.CheckOptions;
import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.NameText;
import dev.fallow.cli.shell.Colour;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.RepairReport;
import dev.fallow.report.RepairReport.Repair;
import dev.fallow.report.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow check}: checks every structure of a file. */
@Command(
        name = "check",
        description = {
            "Checks every structure of a file.",
            "Each finding has a severity: ERROR (a contradiction), WARNING (not as a correct writer leaves it) or NOTE (found in"
                    + " sound files too), a stable code, an address and a path. After a defect the check of everything else goes"
                    + " on. The exit code is 0 if there is neither an ERROR nor a WARNING."
        })
public final class CheckCommand extends Verb {
    private static final int MOST_LINES = 50;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file, which may be damaged.")
    private Path file;

    @Option(
            names = "--quick",
            description = "Do not read the elements: no chunk is decoded, and no reference is followed.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--all", description = "Print all findings; otherwise at most " + MOST_LINES + " lines.")
    private boolean all;

    @Option(
            names = "--repair",
            description =
                    "Repair what can be repaired without a doubt: link counts, lists of free sections, numbers of free bytes in"
                            + " heaps, an end of allocation that is too low, untracked bytes of a file that persists its free space, and"
                            + " a mark left by a program that was killed. If there are other errors, nothing is changed.")
    private boolean repair;

    @Option(names = "--dry-run", description = "Only say what --repair would do.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Meter meter = Meter.of(spec);
        RepairReport repaired = repair || dryRun
                ? ContainerFile.repair(
                        file, MaintenanceOptions.defaults().withDryRun(dryRun).withProgress(meter))
                : null;
        CheckReport report = repaired == null
                ? ContainerFile.check(
                        file, CheckOptions.defaults().withQuick(quick).withProgress(meter))
                : repaired.after();
        if (json) {
            Json.print(out(), "check/1", generator -> printJson(generator, report, repaired));
        } else {
            if (repaired != null) {
                printRepairs(repaired);
            }
            print(report);
        }
        return report.isSound() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private void print(CheckReport report) {
        List<Finding> findings = report.findings().stream()
                .sorted(Comparator.comparing(Finding::severity)) // what matters is not among what is left out
                .toList();
        int shown = all || findings.size() < MOST_LINES ? findings.size() : MOST_LINES - 2;
        for (Finding each : findings.subList(0, shown)) {
            out().println(line(each));
        }
        if (shown < findings.size() || report.omitted() > 0) {
            line("... and %,d more%s", findings.size() - shown + report.omitted(), all ? "" : " (--all)");
        }
        out().println(verdict(report));
    }

    private void printRepairs(RepairReport report) {
        List<Repair> repairs = report.repairs();
        int shown = all ? repairs.size() : Math.min(repairs.size(), MOST_LINES / 2);
        for (Repair each : repairs.subList(0, shown)) {
            String what = !each.done() ? "not repaired" : dryRun ? "would repair" : "repaired";
            out().println("%-12s %-15s %s: %s"
                    .formatted(what, each.finding().code().label(), place(each.finding()), each.sentence()));
        }
        if (shown < repairs.size()) {
            line("... and %,d more repairs (--all)", repairs.size() - shown);
        }
    }

    private static String place(Finding finding) {
        String address = finding.address() < 0 ? "-" : String.valueOf(finding.address());
        return address
                + finding.path()
                        .map(path -> " " + NameText.printableMessage(path))
                        .orElse("");
    }

    private static String line(Finding finding) {
        String severity = finding.severity().toString();
        Colour colour = switch (finding.severity()) {
            case ERROR -> Colour.RED;
            case WARNING -> Colour.YELLOW;
            case NOTE -> Colour.CYAN;
        };
        return colour.on(severity)
                + " ".repeat(Math.max(0, 7 - severity.length()))
                + " %-15s %s: %s".formatted(finding.code().label(), place(finding), finding.sentence());
    }

    private static String verdict(CheckReport report) {
        String decoded = !report.complete()
                ? ", no elements (--quick)"
                : report.decodedChunks() > 0 ? ", %s decoded".formatted(counted(report.decodedChunks(), "chunk")) : "";
        String checked = "%s and %s checked%s"
                .formatted(counted(report.objects(), "object"), counted(report.structures(), "block"), decoded);
        String notes = counted(report.count(Severity.NOTE), "note");
        if (report.isSound()) {
            return "sound: %s, %s".formatted(checked, notes);
        }
        return "not sound: %s, %s, %s; %s"
                .formatted(
                        counted(report.count(Severity.ERROR), "error"),
                        counted(report.count(Severity.WARNING), "warning"),
                        notes,
                        checked);
    }

    private static String counted(long count, String what) {
        return "%,d %s%s".formatted(count, what, count == 1 ? "" : "s");
    }

    private static void printJson(JsonGenerator json, CheckReport report, RepairReport repaired) throws IOException {
        json.writeBooleanField("sound", report.isSound());
        json.writeNumberField("fileBytes", report.fileBytes());
        json.writeNumberField("objects", report.objects());
        json.writeNumberField("blocks", report.structures());
        json.writeBooleanField("complete", report.complete());
        json.writeNumberField("decodedChunks", report.decodedChunks());
        json.writeNumberField("errors", report.count(Severity.ERROR));
        json.writeNumberField("warnings", report.count(Severity.WARNING));
        json.writeNumberField("notes", report.count(Severity.NOTE));
        json.writeNumberField("omitted", report.omitted());
        Json.array(json, "findings", report.findings(), each -> {
            json.writeStringField("severity", each.severity().name());
            printPlace(json, each);
            json.writeStringField("sentence", each.sentence());
        });
        if (repaired != null) {
            Json.array(json, "repairs", repaired.repairs(), each -> {
                printPlace(json, each.finding());
                json.writeBooleanField("done", each.done());
                json.writeStringField("sentence", each.sentence());
            });
        }
    }

    private static void printPlace(JsonGenerator json, Finding finding) throws IOException {
        json.writeStringField("code", finding.code().label());
        if (finding.address() < 0) {
            json.writeNullField("address");
        } else {
            json.writeNumberField("address", finding.address());
        }
        json.writeStringField("path", finding.path().orElse(null)); // null in JSON
    }
}
