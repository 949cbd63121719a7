package dev.fallow.report;

import java.util.List;
import java.util.Optional;

/**
 * What the bytes of a file are used for, and what could be gained.
 *
 * @param space the account of the bytes
 * @param plan what shrinking would return; without steps if that is nothing, or if {@link #hindrance} says why it is not known
 * @param reclaimable the runs that {@link dev.fallow.ContainerFile#reclaimUntracked} would reclaim; empty if the strategy tracks no
 *     free space
 * @param hindrance why the file can be neither shrunk nor reclaimed, although its account has no findings
 */
public record Diagnosis(SpaceReport space, ShrinkPlan plan, List<FreeSection> reclaimable, Optional<String> hindrance) {
    /** The least part of a file that is worth the work of gaining it. */
    public static final double LEAST_PART = 0.01;

    /** The least number of bytes that is worth the work of gaining them: 1 MiB. */
    public static final long LEAST_BYTES = 1 << 20;

    /** The state of a file. */
    public enum Verdict {
        /** The account has findings: an edit could make damage worse. */
        DAMAGED,
        /** No problem was found, and what shrinking returns {@linkplain Diagnosis#isWorth is worth it}. */
        WORTH_SHRINKING,
        /** No problem was found. */
        SOUND
    }

    /** The runs are copied. */
    public Diagnosis {
        reclaimable = List.copyOf(reclaimable);
    }

    /** The bytes that shrinking returns: those of the last step of the plan. */
    public long returnableBytes() {
        List<ShrinkPlan.Step> steps = plan.steps();
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).returnedBytes();
    }

    /** The bytes of the runs that can be reclaimed. */
    public long reclaimableBytes() {
        return reclaimable.stream().mapToLong(FreeSection::size).sum();
    }

    /**
     * Whether so many bytes of the file are worth the work of gaining them, by shrinking or by reclaiming: at least {@link #LEAST_PART} of
     * the file, and at least {@link #LEAST_BYTES}.
     */
    public boolean isWorth(long bytes) {
        return bytes >= LEAST_BYTES && bytes >= space.fileBytes() * LEAST_PART;
    }

    /** The verdict. */
    public Verdict verdict() {
        if (!space.findings().isEmpty()) {
            return Verdict.DAMAGED;
        }
        return isWorth(returnableBytes()) ? Verdict.WORTH_SHRINKING : Verdict.SOUND;
    }
}
