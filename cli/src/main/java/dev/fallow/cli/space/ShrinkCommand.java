package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.ShrinkOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Units;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkPlan.Step;
import dev.fallow.report.ShrinkReport;
import java.io.IOException;
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
public final class ShrinkCommand extends Verb.Reporting {
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
            converter = Units.class,
            description = "Copy at most so many bytes; the last block may exceed it.")
    private Long mostMoved;

    @Option(names = "--max-time", paramLabel = "SECONDS", description = "Start no pass after this time.")
    private Double mostSeconds;

    @Override
    public Integer call() throws IOException {
        if (ratio != null && !(ratio >= 1) || mostSeconds != null && !(mostSeconds >= 0)) {
            complain("RATIO must be at least 1, and SECONDS at least 0");
            return ExitCode.USAGE;
        }
        if (dryRun) {
            estimate();
            return ExitCode.OK;
        }
        ShrinkReport report;
        try (ContainerFile container = whole.edit(file)) {
            report = container.shrink(options());
        }
        print("shrink/1", generator -> write(generator, report), out -> print(report));
        if (report.refused()) {
            String hindrance = report.hindrances().get(0);
            complain((hindrance.startsWith(file.toString()) ? "" : file + ": ") + hindrance);
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

    private void estimate() throws IOException {
        ShrinkPlan plan;
        try (ContainerFile container = whole.read(file)) {
            plan = container.shrinkPlan();
        }
        print(
                "shrink-plan/1",
                generator -> {
                    generator.writeNumberField("length", plan.length());
                    generator.writeNumberField("freeBytes", plan.freeBytes());
                    Json.array(generator, "steps", plan.steps(), step -> {
                        generator.writeNumberField("returnedBytes", step.returnedBytes());
                        generator.writeNumberField("movedBytes", step.movedBytes());
                    });
                },
                out -> {
                    line("file       %,15d bytes", plan.length());
                    line("free       %,15d bytes, tracked or not", plan.freeBytes());
                    for (Step step : plan.steps()) {
                        long moved = step.movedBytes();
                        line("returning  %,15d bytes costs copying %,d bytes", step.returnedBytes(), moved);
                    }
                    if (plan.steps().isEmpty()) {
                        out.println("Nothing can be returned.");
                    }
                });
    }

    private void print(ShrinkReport report) {
        line("file       %,15d bytes, before %,d", report.lengthAfter(), report.lengthBefore());
        line("returned   %,15d bytes", report.returnedBytes());
        String passes = report.passes() == 1 ? "pass" : "passes";
        line("moved      %,15d bytes in %d %s", report.movedBytes(), report.passes(), passes);
        line("free       %,15d bytes left", report.freeBytes());
        report.hindrances().forEach(one -> out().println("hindrance: " + NameText.printableMessage(one)));
        if (!report.complete()) {
            out().println("A limit was reached; run the command again to go on.");
        }
    }

    private static void write(JsonGenerator generator, ShrinkReport report) throws IOException {
        generator.writeNumberField("lengthBefore", report.lengthBefore());
        generator.writeNumberField("lengthAfter", report.lengthAfter());
        generator.writeNumberField("returnedBytes", report.returnedBytes());
        generator.writeNumberField("movedBytes", report.movedBytes());
        generator.writeNumberField("passes", report.passes());
        generator.writeNumberField("freeBytes", report.freeBytes());
        generator.writeBooleanField("complete", report.complete());
        Json.strings(generator, "hindrances", report.hindrances());
    }
}
