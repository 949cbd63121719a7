package dev.fallow;

import dev.fallow.format.objectheader.AttributePhaseChange;
import java.util.Objects;

/**
 * How a new object keeps its attributes. What is not the default is stored in its object header, which then takes a few
 * bytes more.
 *
 * @param creationOrder whether the order of creation is remembered
 * @param maxCompact most attributes in the object header itself, 0 to 65,535; one more and all go to dense storage
 * @param minDense fewest attributes in dense storage, at most {@code maxCompact}; one less and all go back
 */
public record AttributeOptions(CreationOrder creationOrder, int maxCompact, int minDense) {
    private static final int LARGEST_COUNT = 0xFFFF;
    private static final AttributeOptions DEFAULTS = new AttributeOptions(
            CreationOrder.UNTRACKED,
            AttributePhaseChange.DEFAULT.maxCompact(),
            AttributePhaseChange.DEFAULT.minDense());

    /** @throws IllegalArgumentException if {@code minDense} exceeds {@code maxCompact}, or one is out of range */
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

    /** No creation order; 8 and 6. */
    public static AttributeOptions defaults() {
        return DEFAULTS;
    }

    /** The same, remembering the order of creation or not. */
    public AttributeOptions withCreationOrder(CreationOrder newOrder) {
        return new AttributeOptions(newOrder, maxCompact, minDense);
    }

    /** The same, changing the storage at other numbers of attributes. */
    public AttributeOptions withPhaseChange(int newMaxCompact, int newMinDense) {
        return new AttributeOptions(creationOrder, newMaxCompact, newMinDense);
    }
}
