package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.JournalText;
import dev.fallow.cli.text.Json;
import dev.fallow.options.SpaceSettings;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.RecoveryReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow info}: the superblock and file-space settings of a file, and the state of its journal. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a file's superblock, file-space strategy and sizes,",
            "and the state of its journal. Changes nothing."
        })
public final class InfoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        RecoveryReport journal = ContainerFile.inspectJournal(file);
        ContainerInfo info = null;
        FileInUseException inUse = null;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            info = container.info();
        } catch (FileInUseException e) {
            inUse = e;
        }
        if (json) {
            printJson(out, info, journal);
        } else {
            if (info != null) {
                print(out, info);
            }
            JournalText.print(out, journal);
        }
        if (inUse != null) {
            throw inUse;
        }
        return journal.outcome() == RecoveryReport.Outcome.REFUSED ? ExitCode.FINDINGS : ExitCode.OK;
    }

    private static void print(PrintWriter out, ContainerInfo info) {
        out.printf(
                "superblock version %d, addresses of %d bytes, lengths of %d, flags 0x%02x%n",
                info.superblockVersion(), info.sizeOfOffsets(), info.sizeOfLengths(), info.flags());
        if (info.userBlockBytes() > 0) {
            out.printf("user block %,d bytes%n", info.userBlockBytes());
        }
        SpaceSettings space = info.space();
        out.printf(
                "space      strategy %s, %s, threshold %d%s%n",
                space.strategy(),
                info.persistsFreeSpace() ? "persists its free space" : "does not persist its free space",
                space.threshold(),
                space.strategy().name().equals("PAGE") ? ", pages of " + space.pageSize() + " bytes" : "");
        out.printf("file       %,d bytes%n", info.fileBytes());
    }

    private static void printJson(PrintWriter out, ContainerInfo info, RecoveryReport journal) {
        Json.print(out, json -> {
            json.writeStartObject();
            if (info != null) {
                json.writeNumberField("superblockVersion", info.superblockVersion());
                json.writeNumberField("sizeOfOffsets", info.sizeOfOffsets());
                json.writeNumberField("sizeOfLengths", info.sizeOfLengths());
                json.writeNumberField("flags", info.flags());
                json.writeNumberField("userBlockBytes", info.userBlockBytes());
                json.writeNumberField("fileBytes", info.fileBytes());
                json.writeStringField("strategy", info.space().strategy().name());
                json.writeNumberField("threshold", info.space().threshold());
                json.writeNumberField("pageSize", info.space().pageSize());
                json.writeBooleanField("persistsFreeSpace", info.persistsFreeSpace());
            }
            json.writeObjectFieldStart("journal");
            json.writeStringField("outcome", journal.outcome().name().toLowerCase(Locale.ROOT));
            json.writeStringField("file", journal.journal());
            json.writeStringField("explanation", journal.explanation());
            json.writeNumberField("commit", journal.commit());
            json.writeNumberField("blocks", journal.blocks());
            json.writeNumberField("bytes", journal.bytes());
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
