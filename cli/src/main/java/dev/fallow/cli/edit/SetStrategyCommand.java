package dev.fallow.cli.edit;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.report.ContainerInfo;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fallow set-strategy}: changes how the writers of a file manage its space. */
@Command(
        name = "set-strategy",
        description = {
            "Changes how the writers of a file manage its space.",
            "fsm: freed space is reused. aggr, none: freed space is lost, unless it is at the end of the file.",
            "The objects stay where they are. What is free is found again by a walk, if the file persists it.",
            "Not possible: page, in which metadata and raw data are in pages of their own; h5repack -S makes such a copy.",
            "With superblock version 0 or 1, see fallow upgrade."
        })
public final class SetStrategyCommand extends Verb.Reporting {
    @Parameters(index = "1", paramLabel = "STRATEGY", description = "fsm, aggr, none; page if the file has it.")
    private FileSpaceStrategy strategy;

    @Option(
            names = "--threshold",
            paramLabel = "BYTES",
            description = "The smallest free section that is tracked. Default: as it is.")
    private Long threshold;

    @Option(
            names = "--persist",
            negatable = true,
            description = "Whether the file persists its free space. Default: as it is, if the strategy tracks any.")
    private Boolean persist;

    @Option(names = "--dry-run", description = "Show what would be changed, and change nothing.")
    private boolean dryRun;

    @Mixin
    private WholeFile whole;

    @Override
    public Integer call() throws IOException {
        ContainerInfo before;
        SpaceSettings wanted;
        boolean persistent;
        try (ContainerFile container = dryRun ? whole.read(file) : whole.edit(file)) {
            before = container.info();
            wanted = wanted(before.space());
            if (persist != null && persist) {
                WholeFile.requirePersistable(container);
            }
            persistent = strategy.tracks() && (persist == null ? before.persistsFreeSpace() : persist);
            if (!dryRun && !wanted.equals(before.space())) {
                container.setSpaceSettings(wanted);
            }
        }
        String reader = dryRun ? before.oldestReader() : persist(persistent).oldestReader();
        print(
                "set-strategy/1",
                generator -> {
                    write(generator, wanted, persistent);
                    generator.writeStringField("oldestReader", reader);
                    generator.writeObjectFieldStart("before");
                    write(generator, before.space(), before.persistsFreeSpace());
                    generator.writeEndObject();
                },
                out -> {
                    SpaceSettings old = before.space();
                    print("strategy", Choices.name(wanted.strategy()), Choices.name(old.strategy()));
                    print("threshold", bytes(wanted.threshold()), bytes(old.threshold()));
                    print("persists", persistent ? "yes" : "no", before.persistsFreeSpace() ? "yes" : "no");
                    WholeFile.printReader(out, before.oldestReader(), reader);
                    if (persist != null && persist && !persistent) {
                        out.println("This strategy tracks no free space that could be persisted.");
                    } else if (strategy.tracks() && !persistent) {
                        out.println("What is free is forgotten when the file is closed; fallow reclaim --persist "
                                + Messages.word(file.toString()) + " changes that.");
                    }
                });
        return ExitCode.OK;
    }

    private static void write(JsonGenerator json, SpaceSettings space, boolean persistent) throws IOException {
        json.writeStringField("strategy", space.strategy().name());
        json.writeNumberField("threshold", space.threshold());
        json.writeBooleanField("persistsFreeSpace", persistent);
    }

    private SpaceSettings wanted(SpaceSettings before) {
        try {
            SpaceSettings wanted = before.withStrategy(strategy);
            return threshold == null ? wanted : wanted.withThreshold(threshold);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** In a session of its own, whose managers are those of the strategy. */
    private ContainerInfo persist(boolean persistent) {
        try (ContainerFile container = whole.edit(file)) {
            if (container.persistsFreeSpace() != persistent) {
                container.setPersistFreeSpace(persistent);
                if (persistent) {
                    container.reclaimUntracked();
                }
            }
            return container.info();
        }
    }

    private void print(String what, String after, String before) {
        line("%-10s %s%s", what, after, after.equals(before) ? "" : ", before " + before);
    }

    private static String bytes(long bytes) {
        return String.format(Locale.US, bytes == 1 ? "%d byte" : "%,d bytes", bytes);
    }
}
