package dev.fallow;

import dev.fallow.format.objectheader.AttributePhaseChange;
import java.util.Objects;

/**
 * How a new object stores its attributes. Values other than the defaults take a few more bytes in the object header.
 *
 * @param creationOrder whether creation order is tracked and indexed; inherited by default, from how the group in which the object is created
 * stores its own attributes
 * @param maxCompact the most attributes that are stored in the object header, 0 to 65,535; one more moves all of them
 * to dense storage
 * @param minDense the fewest attributes that are kept in dense storage, at most {@code maxCompact}; one fewer moves all
 * of them back to the header
 */
public record AttributeOptions(CreationOrder creationOrder, int maxCompact, int minDense) {
    private static final int LARGEST_COUNT = 0xFFFF;
    private static final AttributeOptions DEFAULTS = new AttributeOptions(
            CreationOrder.INHERITED,
            AttributePhaseChange.DEFAULT.maxCompact(),
            AttributePhaseChange.DEFAULT.minDense());

    /** @throws IllegalArgumentException if {@code minDense} exceeds {@code maxCompact}, or either is out of range */
    public AttributeOptions {
        Objects.requireNonNull(creationOrder, "creationOrder");
        checkPhaseChange("attributes", maxCompact, minDense);
    }

    static void checkPhaseChange(String what, int maxCompact, int minDense) {
        if (minDense < 0 || minDense > maxCompact || maxCompact > LARGEST_COUNT) {
            throw new IllegalArgumentException(
                    "%s: expected 0 <= minDense <= maxCompact <= %d, found minDense %d, maxCompact %d"
                            .formatted(what, LARGEST_COUNT, minDense, maxCompact));
        }
    }

    /** Creation order as in the parent, HDF5's default thresholds: {@code maxCompact} 8, {@code minDense} 6. */
    public static AttributeOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with this creation order. */
    public AttributeOptions withCreationOrder(CreationOrder newOrder) {
        return new AttributeOptions(newOrder, maxCompact, minDense);
    }

    /** Returns a copy with these thresholds between compact and dense storage. */
    public AttributeOptions withPhaseChange(int newMaxCompact, int newMinDense) {
        return new AttributeOptions(creationOrder, newMaxCompact, newMinDense);
    }
}
