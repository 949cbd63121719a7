package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.cli.edit.RecoverCommand;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Location;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.space.UpgradeCommand;
import dev.fallow.filter.FilterSetting;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow info}: what a file is, how its space is used, and what could be gained. */
@Command(
        name = "info",
        description = {
            "Tells what is in a file and how its space is used.",
            "First the convention that the file follows, as far as a mark tells it, the number of objects, and the datasets"
                    + " with the most bytes: type, shape, bytes in the file, filters, and how many times longer they are without.",
            "What could be gained is told if it is at least 1 %% of the file and 1 MiB.",
            "Walks all structures, unless --quick is given. Changes nothing.",
            "Exit code 1: the walk found damage, a source of one of the first 1,000 virtual datasets is missing, or there is a journal that cannot"
                    + " be applied."
        })
public final class InfoCommand extends Verb.Looking {
    /** The column in which values begin. */
    private static final int VALUES = 11;

    /** The flags of the superblock. */
    private static final int FOR_WRITING = 1;

    private static final int FOR_SWMR = 4;
    private static final int BY_FALLOW = 8;

    /** Of a file on a web server. */
    private static final RecoveryReport NO_JOURNAL =
            new RecoveryReport(RecoveryReport.Outcome.NO_JOURNAL, "", "a file on a web server has no journal", 0, 0, 0);

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "More files, which are told of one after the other.")
    private List<String> more = List.of();

    @Option(
            names = "--quick",
            description = "Leave out what takes a walk of all structures: the objects, and the account of the bytes.")
    private boolean quick;

    /** An option that needs no file: so it is one of help for picocli, which has no other name for that. */
    @SuppressWarnings("deprecation")
    @Option(
            names = "--codecs",
            help = true,
            description =
                    "Instead of a file, tell which libraries encode and decode the chunks of datasets, and which were found"
                            + " and are not used, and why. FILE can be left out.")
    private boolean codecs;

    /**
     * What is told of a file that could be opened; the contents and the diagnosis are null, and there are no advice and no problems, if
     * the walk was left out.
     */
    private record Facts(
            ContainerInfo info,
            Optional<FileKind> kind,
            FileContents contents,
            List<FileContents.Large> largest,
            Diagnosis diagnosis,
            List<Advice> advice,
            List<String> problems) {
        /** The account of the bytes; null if it was left out. */
        SpaceReport account() {
            return diagnosis == null ? null : diagnosis.space();
        }
    }

    /** What a command gains: the file becomes shorter, or the bytes are used by later edits. */
    private record Advice(boolean shorter, long bytes, String command) {}

    @Override
    public Integer call() throws IOException {
        if (codecs) {
            CodecTable table = new CodecTable(ContainerFile.codecs());
            print("info-codecs/1", table::write, table::print);
            return ExitCode.OK;
        } else if (more.isEmpty()) {
            return tell();
        } else if (json) {
            throw wrong("--json tells of one file at a time, found " + (1 + more.size()));
        }
        List<Location> files = new ArrayList<>(List.of(location));
        for (String each : more) {
            if (!Location.is(each)) {
                throw wrong("there is no file " + each + "; info is about whole files. Of objects, fallow ls -l tells");
            }
            files.add(Location.of(each));
        }
        int code = ExitCode.OK;
        for (Location each : files) {
            out().println((each == files.get(0) ? "" : "\n") + NameText.printable(each.text()) + ":");
            location = each;
            code = Math.max(code, tellOfNext());
        }
        return code;
    }

    /** Tells of one of several files. One that cannot be read does not keep the others from being told of. */
    private int tellOfNext() throws IOException {
        try {
            return tell();
        } catch (ContainerException e) {
            out().flush();
            Messages.complain(spec.commandLine(), e);
            return ExitCode.CANNOT_OPEN;
        }
    }

    private int tell() throws IOException {
        requireWhole();
        RecoveryReport journal = location.isAddress()
                ? NO_JOURNAL
                : ContainerFile.recover(
                        location.file(), MaintenanceOptions.defaults().withDryRun(true));
        Facts facts;
        FileInUseException inUse = null;
        try (ContainerFile container =
                open(OpenOptions.defaults().withReadOnly(true).withProgress(Meter.of(spec)))) {
            requireWhole();
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
            line("verdict", verdict);
        });
        if (inUse != null) {
            throw inUse;
        }
        boolean damaged = facts.account() != null && !facts.account().findings().isEmpty();
        return damaged || !facts.problems().isEmpty() || journal.outcome() == RecoveryReport.Outcome.REFUSED
                ? ExitCode.FINDINGS
                : ExitCode.OK;
    }

    private void requireWhole() {
        if (!location.inside().isEmpty()) {
            throw wrong("info is about whole files, not about " + location.inside() + ": see fallow ls -l " + name());
        }
    }

    /** Prints what is known at once before the walk, and what is in the file before the rest. */
    private Facts facts(ContainerFile container) {
        ContainerInfo info = container.info();
        Optional<FileKind> kind = FileKind.of(container);
        if (!json) {
            line("kind", kind.map(FileKind::label).orElse("HDF5, of no convention that has left a mark"));
            out().flush();
        }
        if (quick || info.isMarkedOpen()) {
            print(info);
            return new Facts(info, kind, null, List.of(), null, List.of(), List.of());
        }
        FileContents contents = new FileContents();
        Diagnosis diagnosis;
        try {
            diagnosis = container.diagnosis(Diagnosis.LEAST_BYTES, contents);
        } catch (ContainerException e) {
            print(info);
            throw e;
        }
        List<FileContents.Large> largest = contents.largest(container);
        print(contents, largest);
        print(info);
        return new Facts(
                info, kind, contents, largest, diagnosis, advice(info, diagnosis), contents.missingSources(container));
    }

    /** None if the account has findings, because an edit could make damage worse; nor if the file is on a web server. */
    private List<Advice> advice(ContainerInfo info, Diagnosis diagnosis) {
        List<Advice> advice = new ArrayList<>();
        if (location.isAddress()) {
            return advice;
        }
        if (diagnosis.isWorth(diagnosis.returnableBytes())) {
            advice.add(new Advice(true, diagnosis.returnableBytes(), "fallow shrink " + name()));
        }
        if (diagnosis.isWorth(diagnosis.reclaimableBytes())) {
            advice.add(new Advice(false, diagnosis.reclaimableBytes(), reclaim(info)));
        }
        return advice;
    }

    /** Prints what the walk has found. */
    private void print(FileContents contents, List<FileContents.Large> largest) {
        if (json) {
            return;
        }
        line("objects", counted(contents));
        AlignedColumns columns = AlignedColumns.fitting(out(), 2, 4);
        String title = "%-9s".formatted("largest");
        for (FileContents.Large each : largest) {
            ObjectFacts.Facts dataset = each.facts().dataset();
            columns.add(
                    title,
                    NameText.printable(each.path()),
                    each.facts().typeName(),
                    each.facts().shape(),
                    Screen.bytes(each.storedBytes(), false),
                    dataset.filterNames(),
                    dataset.ratio(each.storedBytes()));
            title = " ".repeat(title.length());
        }
        columns.flush();
    }

    private static String counted(FileContents contents) {
        StringJoiner joined = new StringJoiner(", ");
        for (ObjectKind kind : FileContents.KINDS) {
            long count = contents.count(kind);
            String name = kind == ObjectKind.UNKNOWN ? "that cannot be read" : kind.label() + (count == 1 ? "" : "s");
            if (count > 0) {
                joined.add("%,d %s".formatted(count, name));
            }
        }
        return joined.toString();
    }

    /** What can be told of a file that is marked as open for writing; null if it cannot be opened at all. */
    private Facts factsInUse() {
        try (ContainerFile container = open(OpenOptions.defaults()
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
        return Messages.word(location.text());
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
        line(what, format.formatted(values));
    }

    private void line(String what, String text) {
        out().println(what + " ".repeat(VALUES - what.length()) + text);
    }

    /** Prints what the superblock tells; not the account, which takes longer. */
    private void print(ContainerInfo info) {
        if (json) {
            return;
        }
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
        if (info.flags() != 0) {
            line("mark", mark(info));
        }
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
        facts.problems.forEach(each -> line("problem", NameText.printableMessage(each)));
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
            String mark = "in use, or not closed by its last writer";
            return location.isAddress()
                    ? mark
                    : mark + ": if no program writes it, fallow check --repair " + name() + " removes the mark";
        } else if (facts.account() == null) {
            return "not checked, because of --quick";
        }
        int findings = facts.account().findings().size();
        if (findings == 0 && !facts.problems.isEmpty()) {
            return "sound, but sources of virtual datasets are missing";
        }
        return switch (facts.diagnosis.verdict()) {
            case DAMAGED ->
                "damaged: %d finding%s".formatted(findings, findings == 1 ? "" : "s")
                        + (location.isAddress() ? "" : ", see fallow space " + name());
            case WORTH_SHRINKING -> {
                double percent = 100.0
                        * facts.diagnosis.returnableBytes()
                        / facts.account().fileBytes();
                yield "no problem found; %.0f %% of the file can be returned".formatted(percent)
                        + (location.isAddress() ? " where it is kept" : ": fallow shrink " + name());
            }
            case SOUND -> "no problem found";
        };
    }

    private static void write(JsonGenerator json, Facts facts, RecoveryReport journal, String verdict)
            throws IOException {
        if (facts != null) {
            writeContents(json, facts);
            write(json, facts.info);
            write(json, facts);
        }
        json.writeObjectFieldStart("journal");
        RecoverCommand.write(json, journal);
        json.writeEndObject();
        json.writeStringField("verdict", verdict);
    }

    private static void writeContents(JsonGenerator json, Facts facts) throws IOException {
        json.writeStringField("kind", facts.kind.map(FileKind::label).orElse(null));
        if (facts.contents == null) {
            json.writeNullField("objects");
        } else {
            json.writeObjectFieldStart("objects");
            for (ObjectKind kind : FileContents.KINDS) {
                json.writeNumberField(kind.label(), facts.contents.count(kind));
            }
            json.writeEndObject();
        }
        Json.array(json, "largest", facts.largest, large -> {
            ObjectFacts.Facts dataset = large.facts().dataset();
            json.writeStringField("path", large.path());
            json.writeStringField("type", large.facts().typeName());
            ObjectFacts.writeDimensions(json, "shape", dataset.shape());
            Json.strings(
                    json,
                    "filters",
                    dataset.filters().stream().map(FilterSetting::label).toList());
            json.writeNumberField("bytes", dataset.bytes());
            json.writeNumberField("storedBytes", large.storedBytes());
        });
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
        Json.strings(json, "problems", facts.problems);
        Json.array(json, "advice", facts.advice, advice -> {
            json.writeStringField("effect", advice.shorter ? "shorter" : "reusable");
            json.writeNumberField("bytes", advice.bytes);
            json.writeStringField("command", advice.command);
        });
    }
}
