package dev.fallow.cli.look;

import dev.fallow.cli.shell.CommandLines;
import dev.fallow.options.SpaceSettings;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import dev.fallow.value.NameText;
import java.io.PrintWriter;
import java.nio.file.Path;

/** What {@code fallow info} says in words. */
final class InfoText {
    private final PrintWriter out;
    private final Path file;

    InfoText(PrintWriter out, Path file) {
        this.out = out;
        this.file = file;
    }

    private void line(String what, String format, Object... values) {
        out.printf("%-10s %s%n", what, format.formatted(values));
    }

    /** Prints what the superblock tells; not the account, which takes longer. */
    void print(ContainerInfo info) {
        String from = InfoFacts.readableFrom(info);
        line("format", "HDF5, superblock version %d, %s", info.superblockVersion(), InfoFacts.writers(info));
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
        line("mark", "%s", InfoFacts.mark(info));
        line("length", "%,15d bytes", info.fileBytes());
        out.flush();
    }

    private void printSpace(ContainerInfo info) {
        SpaceSettings space = info.space();
        line(
                "space",
                switch (space.strategy()) {
                    case FSM_AGGR -> "strategy FSM_AGGR: freed space is reused";
                    case PAGE ->
                        "strategy PAGE, in pages of " + "%,d".formatted(space.pageSize())
                                + " bytes: freed space is reused";
                    case AGGR -> "strategy AGGR: freed space is not reused, except at the end of the file";
                    case NONE -> "strategy NONE: freed space is not reused, except at the end of the file";
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

    /** Prints the account of the bytes, if there is one, and what could be gained. */
    void printAccount(InfoFacts facts) {
        if (facts.account() == null) {
            return;
        }
        SpaceReport account = facts.account();
        long length = account.fileBytes();
        bytes("live", account.liveBytes(), length, "in use");
        bytes("free", account.freeBytes(), length, "tracked as free, for the next edits");
        bytes("untracked", account.untrackedBytes(), length, "neither in use nor tracked: lost");
        for (InfoFacts.Advice advice : facts.advice()) {
            String effect = advice.effect() == InfoFacts.Effect.SHORTER ? "can be returned" : "can be made free";
            line(
                    advice == facts.advice().get(0) ? "advice" : "",
                    "%,15d bytes %s: %s",
                    advice.bytes(),
                    effect,
                    advice.command());
        }
        facts.diagnosis()
                .hindrance()
                .ifPresent(reason -> line("advice", "none: %s", NameText.printableMessage(reason)));
    }

    private void bytes(String what, long bytes, long length, String meaning) {
        line(what, "%,15d bytes %5.1f %%  %s", bytes, length == 0 ? 0 : 100.0 * bytes / length, meaning);
    }

    /** Prints the last line. */
    void printVerdict(InfoFacts facts, RecoveryReport journal) {
        line("verdict", "%s", verdict(facts, journal));
    }

    /**
     * The last line.
     *
     * @param facts null if the file could not be opened
     */
    String verdict(InfoFacts facts, RecoveryReport journal) {
        String name = CommandLines.word(file.toString());
        switch (journal.outcome()) {
            case IN_USE:
                return "in use: Fallow is editing the file";
            case PENDING:
                return "an edit was interrupted: fallow recover " + name + " completes it";
            case REFUSED:
                return "there is a journal that cannot be applied: see fallow recover --dry-run " + name;
            default:
        }
        if (facts == null) {
            return "in use, or not closed by its last writer";
        } else if (facts.info().isMarkedOpen()) {
            return "in use, or not closed by its last writer: if no program writes it, fallow check --repair " + name
                    + " removes the mark";
        } else if (facts.account() == null) {
            return "not checked, because of --quick";
        }
        int findings = facts.account().findings().size();
        return switch (facts.diagnosis().verdict()) {
            case DAMAGED ->
                "damaged: %d finding%s, see fallow space %s".formatted(findings, findings == 1 ? "" : "s", name);
            case WORTH_SHRINKING ->
                "no problem found; %.0f %% of the file can be returned: fallow shrink %s"
                        .formatted(
                                100.0
                                        * facts.diagnosis().returnableBytes()
                                        / facts.account().fileBytes(),
                                name);
            case SOUND -> "no problem found";
        };
    }
}
