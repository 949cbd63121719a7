package dev.fallow.fuzz.outcome;

import dev.fallow.ContainerFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import dev.fallow.report.SpaceReport;

/**
 * What the check and the walk believe of a container, which must be the same.
 *
 * @param check null if it was refused
 * @param space null if it was refused
 */
public record Beliefs(CheckReport check, SpaceReport space) {
    /** Asks both. */
    public static Beliefs of(ContainerFile file, Outcomes outcomes) {
        CheckReport[] check = {null};
        SpaceReport[] space = {null};
        outcomes.of("check", () -> {
            check[0] = file.check();
            return check[0].findings().toString();
        });
        outcomes.of("space", () -> {
            space[0] = file.space();
            return space[0].toString();
        });
        return new Beliefs(check[0], space[0]);
    }

    /** Returns whether the check says that the file is sound, and has left nothing out, such as elements behind an unavailable filter. */
    public boolean isSound() {
        return check != null
                && check.isSound()
                && check.findings().stream().noneMatch(each -> each.code() == FindingCode.UNCHECKED);
    }

    /** Requires that the bytes of the file add up, and that a file that is sound has no findings in the walk. */
    public void requireAgreement() {
        if (space != null
                && (space.liveBytes() < 0
                        || space.freeBytes() < 0
                        || space.untrackedBytes() < 0
                        || space.liveBytes() + space.freeBytes() + space.untrackedBytes() != space.fileBytes())) {
            throw new Violation("space does not add up", space.toString());
        }
        if (isSound() && (space == null || !space.findings().isEmpty())) {
            throw new Violation(
                    "the check says sound, the walk does not", space == null ? "refused" : "" + space.findings());
        }
    }
}
