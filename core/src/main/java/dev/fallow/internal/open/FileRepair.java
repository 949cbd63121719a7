package dev.fallow.internal.open;

import dev.fallow.CheckOptions;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SpaceOperations;
import dev.fallow.internal.storage.OtherLocks;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.RepairReport;
import dev.fallow.report.RepairReport.Repair;
import dev.fallow.report.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Repairs what can be repaired without a doubt: a mark left behind, link counts, the lists of free sections, the number of
 * free bytes of a fractal heap, untracked bytes, and an end of allocation that is too low. If anything else is wrong, nothing is changed: damage could hide links and blocks in use.
 *
 * <p>An end of allocation is too low if something that is in use is behind it. It is raised to the end of the file if the file, read in
 * this way, has no other damage: then nothing was written behind the stated end. The bytes behind the last block are untracked from then on.
 */
public final class FileRepair {
    private static final Set<FindingCode> COUNTS = EnumSet.of(FindingCode.HDR_LINKS_LOW, FindingCode.HDR_LINKS_HIGH);
    private static final Set<FindingCode> SECTIONS = EnumSet.of(
            FindingCode.FSM_SIGNATURE,
            FindingCode.FSM_CHECKSUM,
            FindingCode.FSM_FIELD,
            FindingCode.FSM_RANGE,
            FindingCode.FSM_TOTAL,
            FindingCode.FSM_OVERLAP,
            FindingCode.FSM_LIVE);

    private final Path path;
    private final CheckReport before;
    private final CheckOptions options;
    /** What is found if the allocated space ends where the file does; null if that is not to be tried. */
    private CheckReport whole;

    private boolean persistent;
    private String refusal;

    private FileRepair(Path path, CheckReport before, CheckOptions options) {
        this.options = options;
        this.path = path;
        this.before = before;
    }

    /** Repairs a file; in a dry run, only reports what would be repaired. */
    public static RepairReport repair(Path path, MaintenanceOptions how) {
        CheckOptions options = CheckOptions.defaults().withProgress(how.progress());
        return new FileRepair(path, FileChecker.check(path, options), options).run(how.dryRun());
    }

    private RepairReport run(boolean dryRun) {
        List<Finding> listed = before.findings().stream()
                .filter(each -> each.severity() != Severity.NOTE || each.code() == FindingCode.SPACE_UNTRACKED)
                .toList();
        if (before.findings().stream().anyMatch(each -> each.code() == FindingCode.SB_END)) {
            whole = FileChecker.checkWhole(path, options);
        }
        CheckReport left = whole == null ? before : whole;
        boolean safe = left.omitted() == 0
                && left.findings().stream()
                        .filter(each -> each.severity() == Severity.ERROR)
                        .allMatch(FileRepair::isRepairable);
        whole = safe ? whole : null;
        if (safe && whole == null) {
            try (Readable session =
                    open(OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true))) {
                persistent = new SpaceOperations(session.session).persistsFreeSpace();
            }
        }
        CheckReport after = before;
        requireNoWriter(listed);
        if (safe && !dryRun && listed.stream().anyMatch(this::isPlanned)) {
            change(listed);
            after = FileChecker.check(path, options);
        }
        List<Repair> repairs = new ArrayList<>();
        for (Finding each : listed) {
            boolean planned = safe && isPlanned(each);
            boolean done = planned && (dryRun || !isLeft(each, after));
            repairs.add(new Repair(each, done, sentence(each, safe, planned, planned == done)));
        }
        return new RepairReport(before, repairs, after);
    }

    /** A mark may be that of a living program: the writer of SWMR has no lock. */
    private void requireNoWriter(List<Finding> listed) {
        boolean marked = listed.stream().anyMatch(each -> each.code() == FindingCode.SB_OPEN);
        String writer = marked ? OtherLocks.withDescriptor(path) : null;
        if (writer != null) {
            throw new FileInUseException(
                    "%s is marked as open for writing, and %s: the mark is not removed, and nothing is repaired, while it does"
                            .formatted(path, writer));
        }
    }

    /** A session that is closed by a try statement. */
    private record Readable(Session session) implements AutoCloseable {
        @Override
        public void close() {
            session.close();
        }
    }

    private Readable open(OpenOptions options) {
        return new Readable(ContainerOpener.open(path, options));
    }

    private void change(List<Finding> listed) {
        OpenOptions editing = OpenOptions.defaults().withIgnoreWriteFlag(true).withProgress(options.progress());
        try (Readable opened =
                whole == null ? open(editing) : new Readable(ContainerOpener.openRaised(path, editing))) {
            List<Finding> repaired = whole == null ? listed : whole.findings();
            new SpaceOperations(opened.session)
                    .repair(repaired.stream().anyMatch(each -> COUNTS.contains(each.code())));
            if (new SpaceOperations(opened.session).persistsFreeSpace()) {
                try {
                    new SpaceOperations(opened.session).reclaimUntracked();
                } catch (UnsupportedFeatureException e) {
                    refusal = e.getMessage();
                }
            }
        }
    }

    private static boolean isRepairable(Finding finding) {
        return COUNTS.contains(finding.code())
                || finding.code() == FindingCode.FHEAP_FREE
                || SECTIONS.contains(finding.code()) && isFree(finding);
    }

    /** Whether the finding concerns the sections of the file: one that overlaps an object has the path of that object. */
    private static boolean isFree(Finding finding) {
        return finding.path().isEmpty() || finding.code() == FindingCode.FSM_LIVE;
    }

    private boolean isPlanned(Finding finding) {
        return finding.code() == FindingCode.SB_OPEN
                || isBehindTheEnd(finding)
                || isRepairable(finding)
                || finding.code() == FindingCode.SPACE_UNTRACKED && persistent;
    }

    /** Whether a finding is there only because the end of allocation is too low. */
    private boolean isBehindTheEnd(Finding finding) {
        return whole != null && finding.severity() == Severity.ERROR && !isLeft(finding, whole);
    }

    private static boolean isLeft(Finding finding, CheckReport after) {
        return after.findings().stream()
                .anyMatch(each -> each.code() == finding.code() && each.address() == finding.address());
    }

    private String sentence(Finding finding, boolean safe, boolean planned, boolean asPlanned) {
        if (!asPlanned) {
            return refusal == null ? "it is still there after the attempt" : refusal;
        } else if (planned && isBehindTheEnd(finding)) {
            return "the end of allocation is raised to the end of the file, before which everything is";
        } else if (planned) {
            return switch (finding.code()) {
                case SB_OPEN -> "the mark is removed; no other program may have the file open";
                case HDR_LINKS_LOW, HDR_LINKS_HIGH -> "the link count is set to the number of links found";
                case FHEAP_FREE -> "the header gets the number of free bytes that its blocks have";
                case SPACE_UNTRACKED -> "the bytes are given to the free-space managers";
                default -> "the lists of free sections are dropped and written again";
            };
        } else if (finding.code() == FindingCode.SPACE_UNTRACKED && safe) {
            return "the file does not persist its free space; fallow reclaim --persist changes that";
        } else if (safe) {
            return "there is no safe repair";
        }
        return isRepairable(finding)
                        || finding.code() == FindingCode.SPACE_UNTRACKED
                        || finding.code() == FindingCode.SB_OPEN
                ? "not repaired while there is other damage"
                : "there is no safe repair; copy what can be read to another file";
    }
}
