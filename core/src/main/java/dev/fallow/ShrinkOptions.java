package dev.fallow;

import java.time.Duration;
import java.util.Objects;

/**
 * How far to shrink a file, and at what cost. Immutable.
 *
 * @param ratio the length of the file, in multiples of what it has to contain, at which shrinking ends; at least 1. Free
 *     bytes up to half a percent and 4 KiB, or a page of a paged file, may stay even with 1
 * @param mostMoved the most bytes to copy; one block may exceed it. All
 *     blocks are moved only if it allows for that: twice the bytes in use in a file of up to 32 MiB, otherwise 7/6 of them
 * @param mostTime after this time no pass is started
 * @param passBytes the most bytes to copy between two commits; a single larger block may exceed it
 * @param progress is told of the bytes copied, of {@code mostMoved}, after each pass; can end the operation
 */
public record ShrinkOptions(double ratio, long mostMoved, Duration mostTime, long passBytes, Progress progress) {
    private static final double DEFAULT_RATIO = 1.005;

    /** @throws IllegalArgumentException if a value is out of range */
    public ShrinkOptions {
        Objects.requireNonNull(mostTime, "mostTime");
        Objects.requireNonNull(progress, "progress");
        if (!(ratio >= 1) || mostMoved < 0 || passBytes <= 0 || mostTime.isNegative()) {
            throw new IllegalArgumentException("expected a ratio of at least 1 and limits that are not negative, found "
                    + ratio + ", " + mostMoved + " bytes, " + passBytes + " bytes, " + mostTime);
        }
    }

    /** As short as possible, to half a percent: no limits. */
    public static ShrinkOptions defaults() {
        return new ShrinkOptions(
                DEFAULT_RATIO, Long.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE), Long.MAX_VALUE, Progress.NONE);
    }

    /** Returns a copy with another ratio. */
    public ShrinkOptions withRatio(double other) {
        return new ShrinkOptions(other, mostMoved, mostTime, passBytes, progress);
    }

    /** Returns a copy with another limit of bytes to copy. */
    public ShrinkOptions withMostMoved(long bytes) {
        return new ShrinkOptions(ratio, bytes, mostTime, passBytes, progress);
    }

    /** Returns a copy with another limit of time. */
    public ShrinkOptions withMostTime(Duration time) {
        return new ShrinkOptions(ratio, mostMoved, time, passBytes, progress);
    }

    /** Returns a copy with another limit of bytes copied between two commits. */
    public ShrinkOptions withPassBytes(long bytes) {
        return new ShrinkOptions(ratio, mostMoved, mostTime, bytes, progress);
    }

    /** Returns a copy with another receiver of the progress. */
    public ShrinkOptions withProgress(Progress other) {
        return new ShrinkOptions(ratio, mostMoved, mostTime, passBytes, other);
    }
}
