package dev.fallow.spark.space;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * What {@link Reclaim} does with each file. Immutable.
 *
 * @param action what is done
 * @param dryRun whether only to report what would be done, as an estimate
 * @param persist with {@link Action#RECLAIM}: whether a file that does not persist its free space does so from now on; otherwise it is left
 *     alone, since what was reclaimed would be forgotten when the file is closed
 * @param least with {@link Action#SHRINK}: a file from which fewer bytes can be returned, or fewer than three pages of a paged file, is left
 *     alone; at least 0
 * @param ratio with {@link Action#SHRINK}: as {@link dev.fallow.ShrinkOptions#ratio}; at least 1
 * @param mostMoved with {@link Action#SHRINK}: the most bytes to copy in a file; at least 0
 * @param mostTime with {@link Action#SHRINK}: after this time no further pass over a file is started
 */
public record ReclaimOptions(
        Action action, boolean dryRun, boolean persist, long least, double ratio, long mostMoved, Duration mostTime)
        implements Serializable {
    private static final long LEAST = 4096;
    private static final double RATIO = 1.005;

    /** What is done with a file. */
    public enum Action {
        /** As {@code fallow shrink}: moves the last blocks into free space, and returns the end to the file system. */
        SHRINK,
        /** As {@code fallow reclaim}: makes untracked bytes free. */
        RECLAIM
    }

    /** @throws IllegalArgumentException if a value is out of range */
    public ReclaimOptions {
        Objects.requireNonNull(action, "action");
        if (!(ratio >= 1) || least < 0 || mostMoved < 0 || mostTime.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a ratio of at least 1 and limits that are not negative, found %s, %d bytes, %d bytes, %s"
                            .formatted(ratio, least, mostMoved, mostTime));
        }
    }

    /** To shrink files from which at least 4,096 bytes can be returned, without limits. */
    public static ReclaimOptions shrink() {
        return new ReclaimOptions(
                Action.SHRINK, false, false, LEAST, RATIO, Long.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE));
    }

    /** To reclaim untracked bytes of files that persist their free space. */
    public static ReclaimOptions reclaim() {
        return shrink().withAction(Action.RECLAIM);
    }

    /** Returns a copy with another action. */
    public ReclaimOptions withAction(Action newAction) {
        return new ReclaimOptions(newAction, dryRun, persist, least, ratio, mostMoved, mostTime);
    }

    /** Returns a copy that only reports, or does not. */
    public ReclaimOptions withDryRun(boolean newDryRun) {
        return new ReclaimOptions(action, newDryRun, persist, least, ratio, mostMoved, mostTime);
    }

    /** Returns a copy that makes files persist their free space, or does not. */
    public ReclaimOptions withPersist(boolean newPersist) {
        return new ReclaimOptions(action, dryRun, newPersist, least, ratio, mostMoved, mostTime);
    }

    /** Returns a copy that leaves files alone from which fewer bytes can be returned. */
    public ReclaimOptions withLeast(long bytes) {
        return new ReclaimOptions(action, dryRun, persist, bytes, ratio, mostMoved, mostTime);
    }

    /** Returns a copy with another ratio. */
    public ReclaimOptions withRatio(double newRatio) {
        return new ReclaimOptions(action, dryRun, persist, least, newRatio, mostMoved, mostTime);
    }

    /** Returns a copy with another limit of bytes to copy. */
    public ReclaimOptions withMostMoved(long bytes) {
        return new ReclaimOptions(action, dryRun, persist, least, ratio, bytes, mostTime);
    }

    /** Returns a copy with another limit of time for a file. */
    public ReclaimOptions withMostTime(Duration time) {
        return new ReclaimOptions(action, dryRun, persist, least, ratio, mostMoved, time);
    }
}
