package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.report.ContainerInfo;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fallow upgrade}: replaces an old superblock, so that free space can be persisted. */
@Command(
        name = "upgrade",
        description = {
            "Replaces an old superblock.",
            "One of version 0 or 1 is replaced by one of version 2, so that free space can be persisted.",
            "libhdf5 before 2.0 writes version 0 by default, and reads version 2 from 1.8 on.",
            "Nothing else in the file changes."
        })
public final class UpgradeCommand extends Verb.Reporting {
    /** The lowest version with which free space can be persisted. */
    public static final int PERSISTS = 2;

    @Option(
            names = "--persist",
            description = {
                "Persist the file's free space from now on.",
                "libhdf5 1.8 cannot open such a file; 1.10 and later can."
            })
    private boolean persist;

    @Mixin
    private WholeFile whole;

    @Override
    public Integer call() throws IOException {
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
        print(
                "upgrade/1",
                generator -> {
                    generator.writeNumberField("superblockVersion", after.superblockVersion());
                    generator.writeNumberField("superblockVersionBefore", before.superblockVersion());
                    generator.writeBooleanField("persistsFreeSpace", after.persistsFreeSpace());
                    generator.writeStringField("oldestReader", after.oldestReader());
                },
                out -> {
                    out.printf(
                            "superblock version %d, before %d%n",
                            after.superblockVersion(), before.superblockVersion());
                    WholeFile.printReader(out, before.oldestReader(), after.oldestReader());
                    if (!after.persistsFreeSpace()) {
                        out.println("The file does not persist its free space; fallow reclaim --persist changes that.");
                    }
                });
        return ExitCode.OK;
    }
}
