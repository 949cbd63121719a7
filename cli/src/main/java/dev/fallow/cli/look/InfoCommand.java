package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Opening;
import dev.fallow.cli.text.JournalText;
import dev.fallow.cli.text.Json;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow info}: what a file is, how its space is used, and what could be gained. */
@Command(
        name = "info",
        description = {
            "Tells what a file is and how its space is used.",
            "Walks all structures, unless --quick is given. Changes nothing.",
            "Exit code 1: the walk found damage, or there is a journal that cannot be applied."
        })
public final class InfoCommand extends FileVerb.Reporting {
    @Option(
            names = "--quick",
            description = "Leave out the account of the bytes, which takes a walk of all structures.")
    private boolean quick;

    @Override
    public Integer call() {
        PrintWriter out = out();
        InfoText text = new InfoText(out, file);
        RecoveryReport journal = ContainerFile.inspectJournal(file);
        InfoFacts facts;
        FileInUseException inUse = null;
        try (ContainerFile container = Opening.reading(spec, file)) {
            facts = facts(container, text);
        } catch (FileInUseException e) {
            inUse = e;
            facts = inUse(text);
        }
        if (json) {
            printJson(out, facts, journal, text.verdict(facts, journal));
        } else {
            if (facts != null) {
                text.printAccount(facts);
            }
            JournalText.print(out, journal);
            text.printVerdict(facts, journal);
        }
        if (inUse != null) {
            throw inUse;
        }
        boolean damaged = facts.account() != null && !facts.account().findings().isEmpty();
        return damaged || journal.outcome() == RecoveryReport.Outcome.REFUSED ? ExitCode.FINDINGS : ExitCode.OK;
    }

    /** Prints what is known at once before the walk. */
    private InfoFacts facts(ContainerFile container, InfoText text) {
        ContainerInfo info = container.info();
        if (!json) {
            text.print(info);
        }
        return quick || info.isMarkedOpen() ? InfoFacts.quick(container) : InfoFacts.of(container, file);
    }

    /** What can be told of a file that is marked as open for writing; null if it cannot be opened at all. */
    private InfoFacts inUse(InfoText text) {
        try (ContainerFile container = ContainerFile.open(
                file, OpenOptions.reading().withIgnoreWriteFlag(true).withProgress(Meter.of(spec)))) {
            return facts(container, text);
        } catch (ContainerException e) {
            return null;
        }
    }

    private static void printJson(PrintWriter out, InfoFacts facts, RecoveryReport journal, String verdict) {
        Json.print(out, "info/1", json -> {
            if (facts != null) {
                write(json, facts.info());
                write(json, facts);
            }
            json.writeObjectFieldStart("journal");
            JournalText.write(json, journal);
            json.writeEndObject();
            json.writeStringField("verdict", verdict);
        });
    }

    private static void write(JsonGenerator json, ContainerInfo info) throws IOException {
        json.writeNumberField("superblockVersion", info.superblockVersion());
        json.writeNumberField("sizeOfOffsets", info.sizeOfOffsets());
        json.writeNumberField("sizeOfLengths", info.sizeOfLengths());
        json.writeStringField("readableFrom", InfoFacts.readableFrom(info));
        json.writeNumberField("flags", info.flags());
        json.writeBooleanField("markedOpen", info.isMarkedOpen());
        json.writeNumberField("userBlockBytes", info.userBlockBytes());
        json.writeNumberField("fileBytes", info.fileBytes());
        json.writeStringField("strategy", info.space().strategy().name());
        json.writeNumberField("threshold", info.space().threshold());
        json.writeNumberField("pageSize", info.space().pageSize());
        json.writeBooleanField("persistsFreeSpace", info.persistsFreeSpace());
    }

    private static void write(JsonGenerator json, InfoFacts facts) throws IOException {
        SpaceReport account = facts.account();
        if (account == null) {
            json.writeNullField("account");
        } else {
            json.writeObjectFieldStart("account");
            json.writeNumberField("fileBytes", account.fileBytes());
            json.writeNumberField("liveBytes", account.liveBytes());
            json.writeNumberField("freeBytes", account.freeBytes());
            json.writeNumberField("untrackedBytes", account.untrackedBytes());
            json.writeNumberField("findings", account.findings().size());
            json.writeEndObject();
        }
        json.writeArrayFieldStart("advice");
        for (InfoFacts.Advice advice : facts.advice()) {
            json.writeStartObject();
            json.writeStringField("effect", advice.effect().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("bytes", advice.bytes());
            json.writeStringField("command", advice.command());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
