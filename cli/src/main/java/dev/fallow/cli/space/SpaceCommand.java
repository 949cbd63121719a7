package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.Json;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow space}: accounts for every byte of a file. */
@Command(
        name = "space",
        mixinStandardHelpOptions = true,
        description = {
            "Classifies every byte of a file: live, free and tracked, or neither.",
            "The three add up to the length of the file."
        })
public final class SpaceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        SpaceReport report;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            report = container.space();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(out, report);
        } else {
            print(out, report);
        }
        return report.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private static void print(PrintWriter out, SpaceReport report) {
        printTotals(out, report);
        if (!report.sections().isEmpty()) {
            out.println();
            Map<String, long[]> totals = new TreeMap<>();
            for (FreeSection section : report.sections()) {
                long[] total = totals.computeIfAbsent(section.type().label(), type -> new long[2]);
                total[0]++;
                total[1] += section.size();
            }
            totals.forEach((type, total) -> out.printf(
                    "%-10s %6d free section%s %,15d bytes%n", type, total[0], total[0] == 1 ? " " : "s", total[1]));
            out.println();
            out.printf("%-10s %15s %15s%n", "type", "address", "size");
            for (FreeSection section : report.sections()) {
                out.printf("%-10s %15d %15d%n", section.type().label(), section.address(), section.size());
            }
        }
        report.findings().forEach(finding -> out.println("finding: " + finding));
    }

    /** Prints the bar of a file's bytes and the three totals. */
    static void printTotals(PrintWriter out, SpaceReport report) {
        out.printf("file       %,15d bytes%n", report.fileBytes());
        printTotal(out, "live", report.liveBytes(), report.fileBytes());
        printTotal(out, "free", report.freeBytes(), report.fileBytes());
        printTotal(out, "untracked", report.untrackedBytes(), report.fileBytes());
    }

    private static void printTotal(PrintWriter out, String what, long bytes, long of) {
        out.printf("%-10s %,15d bytes %5.1f %%%n", what, bytes, of == 0 ? 0 : 100.0 * bytes / of);
    }

    private static void printJson(PrintWriter out, SpaceReport report) {
        Json.print(out, json -> {
            json.writeStartObject();
            json.writeNumberField("fileBytes", report.fileBytes());
            json.writeNumberField("liveBytes", report.liveBytes());
            json.writeNumberField("freeBytes", report.freeBytes());
            json.writeNumberField("untrackedBytes", report.untrackedBytes());
            printSections(json, "sections", report.sections());
            printSections(json, "quarantined", report.quarantined());
            json.writeArrayFieldStart("findings");
            for (String finding : report.findings()) {
                json.writeString(finding);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void printSections(JsonGenerator json, String name, List<FreeSection> sections) throws IOException {
        json.writeArrayFieldStart(name);
        for (FreeSection section : sections) {
            json.writeStartObject();
            json.writeStringField("type", section.type().label());
            json.writeNumberField("address", section.address());
            json.writeNumberField("size", section.size());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
