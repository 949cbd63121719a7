package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.cli.text.Json;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.io.PrintWriter;
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
public final class ReclaimCommand extends FileVerb.Reporting {
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
        PrintWriter out = out();
        long before = 0;
        List<FreeSection> runs;
        boolean persistent;
        int version;
        String reader;
        String readerBefore;
        if (dryRun) {
            try (ContainerFile container = whole.read(file)) {
                runs = container.reclaimable();
                version = container.info().superblockVersion();
                readerBefore = reader = container.info().oldestReader();
                persistent = persist && version >= UpgradeCommand.PERSISTS || container.persistsFreeSpace();
            }
        } else {
            try (ContainerFile container = whole.edit(file)) {
                before = Files.size(file);
                readerBefore = container.info().oldestReader();
                if (persist && !container.persistsFreeSpace()) {
                    container.setPersistFreeSpace(true);
                }
                runs = container.reclaimUntracked();
                version = container.info().superblockVersion();
                persistent = container.persistsFreeSpace();
                reader = container.info().oldestReader();
            }
        }
        if (json) {
            printJson(out, runs, before, persistent, reader);
            return ExitCode.OK;
        }
        print(out, runs);
        if (!dryRun) {
            out.printf("file       %,15d bytes, before %,d%n", Files.size(file), before);
        }
        WholeFile.printReader(out, readerBefore, reader);
        if (!persistent && !runs.isEmpty()) {
            out.println(
                    version >= UpgradeCommand.PERSISTS
                            ? "The file does not persist its free space; use --persist to change that."
                            : "A file with superblock version " + version + " cannot persist its free space;"
                                    + " fallow upgrade changes that. fallow shrink returns it to the file system.");
        }
        return ExitCode.OK;
    }

    private void printJson(PrintWriter out, List<FreeSection> runs, long before, boolean persistent, String reader)
            throws IOException {
        long after = Files.size(file);
        Json.print(out, "reclaim/1", generator -> {
            generator.writeBooleanField("dryRun", dryRun);
            generator.writeNumberField("lengthBefore", dryRun ? after : before);
            generator.writeNumberField("lengthAfter", after);
            generator.writeBooleanField("persistsFreeSpace", persistent);
            generator.writeStringField("oldestReader", reader);
            generator.writeNumberField(
                    "bytes", runs.stream().mapToLong(FreeSection::size).sum());
            generator.writeArrayFieldStart("runs");
            for (FreeSection run : runs) {
                generator.writeStartObject();
                generator.writeStringField("type", run.type().label());
                generator.writeNumberField("address", run.address());
                generator.writeNumberField("size", run.size());
                generator.writeEndObject();
            }
            generator.writeEndArray();
        });
    }

    private void print(PrintWriter out, List<FreeSection> runs) {
        long bytes = 0;
        if (!runs.isEmpty()) {
            out.printf("%-11s %15s %15s%n", "type", "address", "size");
        }
        for (FreeSection run : runs) {
            out.printf("%-11s %15d %15d%n", run.type().label(), run.address(), run.size());
            bytes += run.size();
        }
        out.printf(
                "%s %,15d bytes in %d run%s%n",
                dryRun ? "untracked" : "reclaimed", bytes, runs.size(), runs.size() == 1 ? "" : "s");
    }
}
