package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.cli.text.ByteCount;
import dev.fallow.cli.text.Json;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkPlan.Step;
import dev.fallow.report.ShrinkReport;
import dev.fallow.value.NameText;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fallow shrink}: makes a file shorter by moving its last blocks into its free space. */
@Command(
        name = "shrink",
        description = {
            "Makes a file shorter without copying it.",
            "Moves its last blocks into its free space, and returns the end to the file system.",
            "Works in passes, each of which is a commit. After an interruption, fallow recover, or opening the file",
            "with Fallow, leaves it as the last pass left it. Other programs refuse the file until then.",
            "A BYTES value may end with K, M, G or T (multiples of 1024).",
            "Exit code 3: the file is damaged, or has something that is not understood, and is not changed."
        })
public final class ShrinkCommand extends FileVerb.Reporting {
    /** So many bytes are moved between two commits, so that a limit of time is kept, and little is lost on interruption. */
    private static final long PASS_BYTES = 256L << 20;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    @Option(
            names = "--dry-run",
            description = {
                "Estimate what returning so many bytes would cost, and change nothing.",
                "The limits are ignored."
            })
    private boolean dryRun;

    @Mixin
    private WholeFile whole;

    @Option(
            names = "--to",
            paramLabel = "RATIO",
            description = {
                "Stop when the file is at most so many times as long as what it contains.",
                "At least 1. Default: 1.005."
            })
    private Double ratio;

    @Option(
            names = "--max-move",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            description = "Copy at most so many bytes; the last block may exceed it.")
    private Long mostMoved;

    @Option(names = "--max-time", paramLabel = "SECONDS", description = "Start no pass after this time.")
    private Double mostSeconds;

    @Override
    public Integer call() {
        if (ratio != null && !(ratio >= 1) || mostSeconds != null && !(mostSeconds >= 0)) {
            Messages.complain(spec.commandLine(), "RATIO must be at least 1, and SECONDS at least 0");
            return ExitCode.USAGE;
        }
        PrintWriter out = out();
        if (dryRun) {
            estimate(out);
            return ExitCode.OK;
        }
        ShrinkReport report;
        try (ContainerFile container = whole.edit(file)) {
            report = container.shrink(options());
        }
        if (json) {
            printJson(out, report);
        } else {
            print(out, report);
        }
        if (report.refused()) {
            String hindrance = report.hindrances().get(0);
            String where = hindrance.startsWith(file.toString()) ? "" : file + ": ";
            Messages.complain(spec.commandLine(), where + hindrance);
            return ExitCode.CANNOT_OPEN;
        }
        return ExitCode.OK;
    }

    private ShrinkOptions options() {
        ShrinkOptions options =
                ShrinkOptions.defaults().withPassBytes(PASS_BYTES).withProgress(Meter.of(spec));
        if (ratio != null) {
            options = options.withRatio(ratio);
        }
        if (mostMoved != null) {
            options = options.withMostMoved(mostMoved);
        }
        if (mostSeconds != null) {
            options = options.withMostTime(Duration.ofNanos((long) (mostSeconds * NANOS_PER_SECOND)));
        }
        return options;
    }

    private void estimate(PrintWriter out) {
        ShrinkPlan plan;
        try (ContainerFile container = whole.read(file)) {
            plan = container.shrinkPlan();
        }
        if (json) {
            printJson(out, plan);
            return;
        }
        out.printf("file       %,15d bytes%n", plan.length());
        out.printf("free       %,15d bytes, tracked or not%n", plan.freeBytes());
        for (Step step : plan.steps()) {
            out.printf("returning  %,15d bytes costs copying %,d bytes%n", step.returnedBytes(), step.movedBytes());
        }
        if (plan.steps().isEmpty()) {
            out.println("Nothing can be returned.");
        }
    }

    private static void printJson(PrintWriter out, ShrinkPlan plan) {
        Json.print(out, "shrink-plan/1", generator -> {
            generator.writeNumberField("length", plan.length());
            generator.writeNumberField("freeBytes", plan.freeBytes());
            generator.writeArrayFieldStart("steps");
            for (Step step : plan.steps()) {
                generator.writeStartObject();
                generator.writeNumberField("returnedBytes", step.returnedBytes());
                generator.writeNumberField("movedBytes", step.movedBytes());
                generator.writeEndObject();
            }
            generator.writeEndArray();
        });
    }

    private static void print(PrintWriter out, ShrinkReport report) {
        out.printf("file       %,15d bytes, before %,d%n", report.lengthAfter(), report.lengthBefore());
        out.printf("returned   %,15d bytes%n", report.returnedBytes());
        out.printf(
                "moved      %,15d bytes in %d pass%s%n",
                report.movedBytes(), report.passes(), report.passes() == 1 ? "" : "es");
        out.printf("free       %,15d bytes left%n", report.freeBytes());
        report.hindrances().forEach(one -> out.println("hindrance: " + NameText.printableMessage(one)));
        if (!report.complete()) {
            out.println("A limit was reached; run the command again to go on.");
        }
    }

    private static void printJson(PrintWriter out, ShrinkReport report) {
        Json.print(out, "shrink/1", generator -> {
            generator.writeNumberField("lengthBefore", report.lengthBefore());
            generator.writeNumberField("lengthAfter", report.lengthAfter());
            generator.writeNumberField("returnedBytes", report.returnedBytes());
            generator.writeNumberField("movedBytes", report.movedBytes());
            generator.writeNumberField("passes", report.passes());
            generator.writeNumberField("freeBytes", report.freeBytes());
            generator.writeBooleanField("complete", report.complete());
            generator.writeArrayFieldStart("hindrances");
            for (String one : report.hindrances()) {
                generator.writeString(one);
            }
            generator.writeEndArray();
        });
    }
}
