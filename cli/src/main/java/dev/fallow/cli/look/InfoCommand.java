package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.cli.edit.RecoverCommand;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.space.UpgradeCommand;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
public final class InfoCommand extends Verb.Reporting {
    /** The flags of the superblock. */
    private static final int FOR_WRITING = 1;

    private static final int FOR_SWMR = 4;
    private static final int BY_FALLOW = 8;

    @Option(
            names = "--quick",
            description = "Leave out the account of the bytes, which takes a walk of all structures.")
    private boolean quick;

    /** What is told of a file that could be opened; the diagnosis is null, and there is no advice, if the account was left out. */
    private record Facts(ContainerInfo info, Diagnosis diagnosis, List<Advice> advice) {
        /** The account of the bytes; null if it was left out. */
        SpaceReport account() {
            return diagnosis == null ? null : diagnosis.space();
        }
    }

    /** What a command gains: the file becomes shorter, or the bytes are used by later edits. */
    private record Advice(boolean shorter, long bytes, String command) {}

    @Override
    public Integer call() throws IOException {
        RecoveryReport journal =
                ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true));
        Facts facts;
        FileInUseException inUse = null;
        try (ContainerFile container = read()) {
            facts = facts(container);
        } catch (FileInUseException e) {
            inUse = e;
            facts = factsInUse();
        }
        String verdict = verdict(facts, journal);
        Facts known = facts;
        print("info/1", generator -> write(generator, known, journal, verdict), out -> {
            if (known != null && known.account() != null) {
                printAccount(known);
            }
            RecoverCommand.print(out, journal);
            line("verdict", "%s", verdict);
        });
        if (inUse != null) {
            throw inUse;
        }
        boolean damaged = facts.account() != null && !facts.account().findings().isEmpty();
        return damaged || journal.outcome() == RecoveryReport.Outcome.REFUSED ? ExitCode.FINDINGS : ExitCode.OK;
    }

    /**
     * Prints what is known at once before the walk. Advice is given only if the account has no findings: an edit could make damage
     * worse.
     */
    private Facts facts(ContainerFile container) {
        ContainerInfo info = container.info();
        if (!json) {
            print(info);
        }
        List<Advice> advice = new ArrayList<>();
        if (quick || info.isMarkedOpen()) {
            return new Facts(info, null, advice);
        }
        Diagnosis diagnosis = container.diagnosis();
        if (!diagnosis.plan().steps().isEmpty()) {
            advice.add(new Advice(true, diagnosis.returnableBytes(), "fallow shrink " + name()));
        }
        if (diagnosis.reclaimableBytes() > 0) {
            advice.add(new Advice(false, diagnosis.reclaimableBytes(), reclaim(info)));
        }
        return new Facts(info, diagnosis, advice);
    }

    /** What can be told of a file that is marked as open for writing; null if it cannot be opened at all. */
    private Facts factsInUse() {
        try (ContainerFile container = ContainerFile.open(
                file,
                OpenOptions.defaults()
                        .withReadOnly(true)
                        .withIgnoreWriteFlag(true)
                        .withProgress(Meter.of(spec)))) {
            return facts(container);
        } catch (ContainerException e) {
            return null;
        }
    }

    /** The file as a word of a shell. */
    private String name() {
        return Messages.word(file.toString());
    }

    private String reclaim(ContainerInfo info) {
        if (info.persistsFreeSpace()) {
            return "fallow reclaim " + name();
        }
        String command = "fallow reclaim --persist " + name();
        return info.superblockVersion() < UpgradeCommand.PERSISTS
                ? "fallow upgrade " + name() + " && " + command
                : command;
    }

    /** What the superblock says of who has the file open. */
    private static String mark(ContainerInfo info) {
        if (!info.isMarkedOpen()) {
            return (info.flags() & FOR_WRITING) == 0
                    ? "not marked as open for writing"
                    : "not marked as open for writing (flags 0x%02x, as libhdf5 up to 1.6 left them)"
                            .formatted(info.flags());
        }
        String mark =
                (info.flags() & BY_FALLOW) != 0 ? "marked as open for writing by Fallow" : "marked as open for writing";
        return (info.flags() & FOR_SWMR) != 0 ? mark + ", with readers at the same time (SWMR)" : mark;
    }

    /** The oldest release of libhdf5 that opens the file; null if all do. */
    private static String readableFrom(ContainerInfo info) {
        return info.oldestReader().equals("1.0") ? null : info.oldestReader();
    }

    /** Which programs write such a superblock. */
    private static String writers(ContainerInfo info) {
        return switch (info.superblockVersion()) {
            case 0 -> "as h5py, and libhdf5 before 2.0, write by default";
            case 1 -> "as libhdf5 before 2.0 writes with a B-tree setting of its own";
            case 2 -> "as libhdf5 2.0 writes by default, 1.8 with libver latest, and fallow upgrade";
            default -> "as Fallow, and libhdf5 from 1.10 on with libver latest, write";
        };
    }

    private void line(String what, String format, Object... values) {
        out().printf("%-10s %s%n", what, format.formatted(values));
    }

    /** Prints what the superblock tells; not the account, which takes longer. */
    private void print(ContainerInfo info) {
        String from = readableFrom(info);
        line("format", "HDF5, superblock version %d, %s", info.superblockVersion(), writers(info));
        line(
                "readers",
                from == null
                        ? "every release of libhdf5 reads the superblock; objects may need later ones"
                        : "libhdf5 " + from + " and later; objects may need later ones");
        if (info.sizeOfOffsets() != Long.BYTES || info.sizeOfLengths() != Long.BYTES) {
            line("widths", "addresses of %d bytes, lengths of %d", info.sizeOfOffsets(), info.sizeOfLengths());
        }
        printSpace(info);
        if (info.userBlockBytes() > 0) {
            line("user block", "%,d bytes before the superblock", info.userBlockBytes());
        }
        line("mark", "%s", mark(info));
        line("length", "%,15d bytes", info.fileBytes());
        out().flush();
    }

    private void printSpace(ContainerInfo info) {
        SpaceSettings space = info.space();
        String lost = "freed space is not reused, except at the end of the file";
        String pages = ", in pages of " + "%,d".formatted(space.pageSize()) + " bytes";
        line(
                "space",
                "strategy " + space.strategy().name()
                        + switch (space.strategy()) {
                            case FSM_AGGR -> ": freed space is reused";
                            case PAGE -> pages + ": freed space is reused";
                            case AGGR, NONE -> ": " + lost;
                        });
        if (info.persistsFreeSpace()) {
            line("persists", "yes: later sessions, of libhdf5 too, know what is free");
        } else if (space.strategy().tracks()) {
            line("persists", "no: what is free is forgotten when the file is closed");
        }
        if (space.threshold() > 1) {
            line("threshold", "free runs of less than %,d bytes are not tracked", space.threshold());
        }
    }

    /** Prints the account of the bytes, and what could be gained. */
    private void printAccount(Facts facts) {
        SpaceReport account = facts.account();
        long length = account.fileBytes();
        bytes("live", account.liveBytes(), length, "in use");
        bytes("free", account.freeBytes(), length, "tracked as free, for the next edits");
        bytes("untracked", account.untrackedBytes(), length, "neither in use nor tracked: lost");
        String what = "advice";
        for (Advice advice : facts.advice) {
            String effect = advice.shorter ? "can be returned" : "can be made free";
            line(what, "%,15d bytes %s: %s", advice.bytes, effect, advice.command);
            what = "";
        }
        facts.diagnosis.hindrance().ifPresent(reason -> line("advice", "none: %s", NameText.printableMessage(reason)));
    }

    private void bytes(String what, long bytes, long length, String meaning) {
        line(what, "%,15d bytes %5.1f %%  %s", bytes, length == 0 ? 0 : 100.0 * bytes / length, meaning);
    }

    /** The last line; the facts are null if the file could not be opened. */
    private String verdict(Facts facts, RecoveryReport journal) {
        switch (journal.outcome()) {
            case IN_USE:
                return "in use: Fallow is editing the file";
            case PENDING:
                return "an edit was interrupted: fallow recover " + name() + " completes it";
            case REFUSED:
                return "there is a journal that cannot be applied: see fallow recover --dry-run " + name();
            default:
        }
        if (facts == null) {
            return "in use, or not closed by its last writer";
        } else if (facts.info.isMarkedOpen()) {
            return "in use, or not closed by its last writer: if no program writes it, fallow check --repair " + name()
                    + " removes the mark";
        } else if (facts.account() == null) {
            return "not checked, because of --quick";
        }
        int findings = facts.account().findings().size();
        return switch (facts.diagnosis.verdict()) {
            case DAMAGED ->
                "damaged: %d finding%s, see fallow space %s".formatted(findings, findings == 1 ? "" : "s", name());
            case WORTH_SHRINKING -> {
                double percent = 100.0
                        * facts.diagnosis.returnableBytes()
                        / facts.account().fileBytes();
                yield "no problem found; %.0f %% of the file can be returned: fallow shrink %s"
                        .formatted(percent, name());
            }
            case SOUND -> "no problem found";
        };
    }

    private static void write(JsonGenerator json, Facts facts, RecoveryReport journal, String verdict)
            throws IOException {
        if (facts != null) {
            write(json, facts.info);
            write(json, facts);
        }
        json.writeObjectFieldStart("journal");
        RecoverCommand.write(json, journal);
        json.writeEndObject();
        json.writeStringField("verdict", verdict);
    }

    private static void write(JsonGenerator json, ContainerInfo info) throws IOException {
        json.writeNumberField("superblockVersion", info.superblockVersion());
        json.writeNumberField("sizeOfOffsets", info.sizeOfOffsets());
        json.writeNumberField("sizeOfLengths", info.sizeOfLengths());
        json.writeStringField("readableFrom", readableFrom(info));
        json.writeNumberField("flags", info.flags());
        json.writeBooleanField("markedOpen", info.isMarkedOpen());
        json.writeNumberField("userBlockBytes", info.userBlockBytes());
        json.writeNumberField("fileBytes", info.fileBytes());
        json.writeStringField("strategy", info.space().strategy().name());
        json.writeNumberField("threshold", info.space().threshold());
        json.writeNumberField("pageSize", info.space().pageSize());
        json.writeBooleanField("persistsFreeSpace", info.persistsFreeSpace());
    }

    private static void write(JsonGenerator json, Facts facts) throws IOException {
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
        Json.array(json, "advice", facts.advice, advice -> {
            json.writeStringField("effect", advice.shorter ? "shorter" : "reusable");
            json.writeNumberField("bytes", advice.bytes);
            json.writeStringField("command", advice.command);
        });
    }
}
