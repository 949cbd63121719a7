package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fallow reclaim}: reclaims the untracked space of a file. */
@Command(
        name = "reclaim",
        description = {
            "Makes lost bytes of a file free again.",
            "Reclaims the bytes of a file that are neither live nor tracked as free.",
            "Walks all live structures; a file with a structure that is not understood is left unchanged."
        })
public final class ReclaimCommand extends Verb.Reporting {
    @Option(names = "--dry-run", description = "Show what would be reclaimed, and change nothing.")
    private boolean dryRun;

    @Mixin
    private WholeFile whole;

    @Option(
            names = "--persist",
            description = {
                "Persist the file's free space from now on.",
                "Otherwise, if the file does not, only space at its end is gained.",
                "Not possible with superblock version 0 or 1; see fallow upgrade.",
                "libhdf5 1.8 cannot open such a file; 1.10 and later can."
            })
    private boolean persist;

    @Override
    public Integer call() throws IOException {
        long before;
        List<FreeSection> runs;
        boolean persistent;
        int version;
        String reader;
        String readerBefore;
        try (ContainerFile container = dryRun ? whole.read(file) : whole.edit(file)) {
            before = Files.size(file);
            readerBefore = container.info().oldestReader();
            if (!dryRun && persist && !container.persistsFreeSpace()) {
                container.setPersistFreeSpace(true);
            }
            runs = dryRun
                    ? container.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true))
                    : container.reclaimUntracked();
            version = container.info().superblockVersion();
            persistent = container.persistsFreeSpace() || dryRun && persist && version >= UpgradeCommand.PERSISTS;
            reader = container.info().oldestReader();
        }
        long after = Files.size(file);
        print(
                "reclaim/1",
                generator -> {
                    generator.writeBooleanField("dryRun", dryRun);
                    generator.writeNumberField("lengthBefore", before);
                    generator.writeNumberField("lengthAfter", after);
                    generator.writeBooleanField("persistsFreeSpace", persistent);
                    generator.writeStringField("oldestReader", reader);
                    generator.writeNumberField("bytes", bytes(runs));
                    Json.array(generator, "runs", runs, run -> Json.section(generator, run));
                },
                out -> {
                    print(runs);
                    if (!dryRun) {
                        line("file       %,15d bytes, before %,d", after, before);
                    }
                    WholeFile.printReader(out, readerBefore, reader);
                    if (!persistent && !runs.isEmpty()) {
                        out.println(
                                version >= UpgradeCommand.PERSISTS
                                        ? "The file does not persist its free space; use --persist to change that."
                                        : "A file with superblock version " + version
                                                + " cannot persist its free space; fallow upgrade changes that."
                                                + " fallow shrink returns it to the file system.");
                    }
                });
        return ExitCode.OK;
    }

    private void print(List<FreeSection> runs) {
        if (!runs.isEmpty()) {
            line("%-11s %15s %15s", "type", "address", "size");
        }
        runs.forEach(run -> line("%-11s %15d %15d", run.type().label(), run.address(), run.size()));
        String what = dryRun ? "untracked" : "reclaimed";
        line("%s %,15d bytes in %d run%s", what, bytes(runs), runs.size(), runs.size() == 1 ? "" : "s");
    }

    private static long bytes(List<FreeSection> runs) {
        return runs.stream().mapToLong(FreeSection::size).sum();
    }
}
