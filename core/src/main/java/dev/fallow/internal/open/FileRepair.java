package dev.fallow.internal.open;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.Session;
import dev.fallow.options.CheckOptions;
import dev.fallow.options.OpenOptions;
import dev.fallow.options.Progress;
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
 * Repairs what can be repaired without a doubt: a mark left behind, link counts, the lists of free sections, and bytes that
 * nobody tracks. If anything else is wrong, nothing is changed: damage could hide links and blocks in use.
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
    private boolean persistent;
    private String refusal;

    private FileRepair(Path path, CheckReport before, CheckOptions options) {
        this.options = options;
        this.path = path;
        this.before = before;
    }

    /** Repairs a file; with {@code dryRun}, only reports what would be repaired. */
    public static RepairReport repair(Path path, boolean dryRun, Progress progress) {
        CheckOptions options = CheckOptions.defaults().withProgress(progress);
        return new FileRepair(path, FileChecker.check(path, options), options).run(dryRun);
    }

    private RepairReport run(boolean dryRun) {
        List<Finding> listed = before.findings().stream()
                .filter(each -> each.severity() != Severity.NOTE || each.code() == FindingCode.SPACE_UNTRACKED)
                .toList();
        boolean safe = before.omitted() == 0
                && listed.stream()
                        .filter(each -> each.severity() == Severity.ERROR)
                        .allMatch(FileRepair::isRepairable);
        if (safe) {
            try (Readable session = open(OpenOptions.reading().withIgnoreWriteFlag(true))) {
                persistent = session.session.spaceOperations().persistsFreeSpace();
            }
        }
        CheckReport after = before;
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
        try (Readable opened = open(OpenOptions.edit().withIgnoreWriteFlag(true).withProgress(options.progress()))) {
            boolean counts = listed.stream().anyMatch(each -> COUNTS.contains(each.code()));
            boolean sections = listed.stream().anyMatch(FileRepair::isOfSections);
            opened.session.repair(counts, sections);
            if (persistent) {
                try {
                    opened.session.spaceOperations().reclaimUntracked();
                } catch (UnsupportedFeatureException e) {
                    refusal = e.getMessage();
                }
            }
        }
    }

    /** Sections of the file have no path; those of a heap have that of its object. */
    private static boolean isOfSections(Finding finding) {
        return SECTIONS.contains(finding.code()) && finding.path() == null;
    }

    private static boolean isRepairable(Finding finding) {
        return COUNTS.contains(finding.code()) || SECTIONS.contains(finding.code()) && isFree(finding);
    }

    /** Whether the finding concerns the sections of the file: one that overlaps an object has the path of that object. */
    private static boolean isFree(Finding finding) {
        return finding.path() == null || finding.code() == FindingCode.FSM_LIVE;
    }

    private boolean isPlanned(Finding finding) {
        return finding.code() == FindingCode.SB_OPEN
                || isRepairable(finding)
                || finding.code() == FindingCode.SPACE_UNTRACKED && persistent;
    }

    private static boolean isLeft(Finding finding, CheckReport after) {
        return after.findings().stream()
                .anyMatch(each -> each.code() == finding.code() && each.address() == finding.address());
    }

    private String sentence(Finding finding, boolean safe, boolean planned, boolean asPlanned) {
        if (!asPlanned) {
            return refusal == null ? "it is still there after the attempt" : refusal;
        } else if (planned) {
            return switch (finding.code()) {
                case SB_OPEN -> "the mark is removed; no other program may have the file open";
                case HDR_LINKS_LOW, HDR_LINKS_HIGH -> "the link count is set to the number of links found";
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
