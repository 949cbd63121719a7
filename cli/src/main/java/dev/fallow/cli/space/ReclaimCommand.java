package dev.fallow.cli.space;

import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.WholeFile;
import dev.fallow.report.ContainerInfo;
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
                "Otherwise, if the file does not, nothing is done: what is made free would be forgotten when it is closed.",
                "Not possible with superblock version 0 or 1; see fallow upgrade.",
                "libhdf5 1.8 cannot open such a file; 1.10 and later can."
            })
    private boolean persist;

    /**
     * What was found, and what became of it.
     *
     * @param keeps whether the file keeps what is made free; with a dry run, whether it could
     * @param made whether the runs are free now
     */
    private record Outcome(
            List<FreeSection> runs, boolean keeps, boolean made, int version, String readerBefore, String reader) {}

    @Override
    public Integer call() throws IOException {
        long before = Files.size(file);
        Outcome outcome = dryRun || !persist && !keeps() ? look() : reclaim();
        long after = Files.size(file);
        print(
                "reclaim/1",
                generator -> {
                    generator.writeBooleanField("dryRun", dryRun);
                    generator.writeBooleanField("reclaimed", outcome.made);
                    generator.writeNumberField("lengthBefore", before);
                    generator.writeNumberField("lengthAfter", after);
                    generator.writeBooleanField("persistsFreeSpace", outcome.keeps);
                    generator.writeStringField("oldestReader", outcome.reader);
                    generator.writeNumberField("bytes", bytes(outcome.runs));
                    Json.array(generator, "runs", outcome.runs, run -> Json.section(generator, run));
                },
                out -> {
                    print(outcome);
                    if (outcome.made) {
                        line("file       %,15d bytes, before %,d", after, before);
                    }
                    WholeFile.printReader(out, outcome.readerBefore, outcome.reader);
                });
        return ExitCode.OK;
    }

    private boolean keeps() {
        try (ContainerFile container = whole.read(file)) {
            return container.persistsFreeSpace();
        }
    }

    /** Changes nothing. */
    private Outcome look() {
        try (ContainerFile container = whole.read(file)) {
            ContainerInfo info = container.info();
            boolean keeps = info.persistsFreeSpace() || persist && info.superblockVersion() >= UpgradeCommand.PERSISTS;
            String reader = info.oldestReader();
            return new Outcome(
                    container.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)),
                    keeps,
                    false,
                    info.superblockVersion(),
                    reader,
                    reader);
        }
    }

    private Outcome reclaim() {
        try (ContainerFile container = whole.edit(file)) {
            String readerBefore = container.info().oldestReader();
            if (persist && !container.persistsFreeSpace()) {
                container.setPersistFreeSpace(true);
            }
            List<FreeSection> runs = container.reclaimUntracked();
            ContainerInfo info = container.info();
            return new Outcome(
                    runs, info.persistsFreeSpace(), true, info.superblockVersion(), readerBefore, info.oldestReader());
        }
    }

    private void print(Outcome outcome) {
        List<FreeSection> runs = outcome.runs;
        String what = outcome.made ? "reclaimed" : "untracked";
        line("%s %,15d bytes in %d run%s", what, bytes(runs), runs.size(), runs.size() == 1 ? "" : "s");
        if (!outcome.keeps) {
            String why = outcome.version >= UpgradeCommand.PERSISTS
                    ? "The file does not persist its free space; use --persist to change that."
                    : "A file with superblock version " + outcome.version
                            + " cannot persist its free space; fallow upgrade changes that."
                            + " fallow shrink returns it to the file system.";
            out().println(why + (dryRun ? "" : " Nothing was changed."));
        }
        if (!runs.isEmpty()) {
            line("%-11s %15s %15s", "type", "address", "size");
        }
        runs.forEach(run -> line("%-11s %15d %15d", run.type().label(), run.address(), run.size()));
    }

    private static long bytes(List<FreeSection> runs) {
        return runs.stream().mapToLong(FreeSection::size).sum();
    }
}
