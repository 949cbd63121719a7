package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.cli.text.Json;
import dev.fallow.report.ContainerInfo;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow upgrade}: replaces an old superblock, so that free space can be persisted. */
@Command(
        name = "upgrade",
        mixinStandardHelpOptions = true,
        description = {
            "Replaces an old superblock.",
            "One of version 0 or 1 is replaced by one of version 2, so that free space can be persisted.",
            "libhdf5 before 2.0 writes version 0 by default, and reads version 2 from 1.8 on.",
            "Nothing else in the file changes."
        })
public final class UpgradeCommand implements Callable<Integer> {
    /** The lowest version with which free space can be persisted. */
    static final int PERSISTS = 2;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Option(
            names = "--persist",
            description = {
                "Persist the file's free space from now on.",
                "libhdf5 1.8 cannot open such a file; 1.10 and later can."
            })
    private boolean persist;

    @Mixin
    private WholeFile whole;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        ContainerInfo before;
        ContainerInfo after;
        try (ContainerFile container = whole.edit(file)) {
            before = container.info();
            if (persist) {
                WholeFile.requirePersistable(container);
            }
            container.upgrade();
            if (persist) {
                container.setPersistFreeSpace(true);
            }
            after = container.info();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, "upgrade/1", generator -> {
                generator.writeNumberField("superblockVersion", after.superblockVersion());
                generator.writeNumberField("superblockVersionBefore", before.superblockVersion());
                generator.writeBooleanField("persistsFreeSpace", after.persistsFreeSpace());
                generator.writeStringField("oldestReader", after.oldestReader());
            });
            return ExitCode.OK;
        }
        out.printf("superblock version %d, before %d%n", after.superblockVersion(), before.superblockVersion());
        WholeFile.printReader(out, before.oldestReader(), after.oldestReader());
        if (!after.persistsFreeSpace()) {
            out.println("The file does not persist its free space; fallow reclaim --persist changes that.");
        }
        return ExitCode.OK;
    }
}
