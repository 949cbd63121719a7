package dev.fallow;

import dev.fallow.format.message.GroupInfo;
import java.util.Objects;

/**
 * How a group is created.
 *
 * @param creationOrder whether the order in which links are made is remembered
 * @param maxCompact most links in the object header itself, 0 to 65,535; one more and all go to dense storage
 * @param minDense fewest links in dense storage, at most {@code maxCompact}; one less and all go back
 * @param attributes how it keeps its attributes
 */
public record GroupOptions(CreationOrder creationOrder, int maxCompact, int minDense, AttributeOptions attributes) {
    private static final GroupOptions DEFAULTS = new GroupOptions(
            CreationOrder.UNTRACKED,
            GroupInfo.DEFAULT.maxCompact(),
            GroupInfo.DEFAULT.minDense(),
            AttributeOptions.defaults());

    /** @throws IllegalArgumentException if {@code minDense} exceeds {@code maxCompact}, or one is out of range */
    public GroupOptions {
        Objects.requireNonNull(creationOrder, "creationOrder");
        Objects.requireNonNull(attributes, "attributes");
        AttributeOptions.checkPhaseChange("links", maxCompact, minDense);
    }

    /** No creation order; 8 and 6 links; attributes as always. */
    public static GroupOptions defaults() {
        return DEFAULTS;
    }

    /** The same, remembering the order of creation or not. */
    public GroupOptions withCreationOrder(CreationOrder newOrder) {
        return new GroupOptions(newOrder, maxCompact, minDense, attributes);
    }

    /** The same, changing the storage of links at other numbers of them. */
    public GroupOptions withPhaseChange(int newMaxCompact, int newMinDense) {
        return new GroupOptions(creationOrder, newMaxCompact, newMinDense, attributes);
    }

    /** The same, with attributes kept in another way. */
    public GroupOptions withAttributes(AttributeOptions newAttributes) {
        return new GroupOptions(creationOrder, maxCompact, minDense, newAttributes);
    }
}
