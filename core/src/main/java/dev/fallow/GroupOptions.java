package dev.fallow;

import dev.fallow.format.message.GroupInfo;
import java.util.Objects;

/**
 * Options for creating a group.
 *
 * @param creationOrder whether the creation order of links is tracked and indexed; inherited from the group's parent by default
 * @param maxCompact the most links that are stored in the object header, 0 to 65,535; one more moves all of them to
 * dense storage
 * @param minDense the fewest links that are kept in dense storage, at most {@code maxCompact}; one fewer moves all of
 * them back to the header
 * @param attributes how the group stores its attributes
 * @param createParents whether the groups on the way to the group are created, with default options. It is not stored, and false in
 *     {@link Group#options}
 */
public record GroupOptions(
        CreationOrder creationOrder, int maxCompact, int minDense, AttributeOptions attributes, boolean createParents) {
    private static final GroupOptions DEFAULTS = new GroupOptions(
            CreationOrder.INHERITED,
            GroupInfo.DEFAULT.maxCompact(),
            GroupInfo.DEFAULT.minDense(),
            AttributeOptions.defaults(),
            false);

    /** @throws IllegalArgumentException if {@code minDense} exceeds {@code maxCompact}, or either is out of range */
    public GroupOptions {
        Objects.requireNonNull(creationOrder, "creationOrder");
        Objects.requireNonNull(attributes, "attributes");
        AttributeOptions.checkPhaseChange("links", maxCompact, minDense);
    }

    /**
     * Creation order as in the parent, HDF5's default thresholds ({@code maxCompact} 8, {@code minDense} 6), default attribute
     * options.
     */
    public static GroupOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with this creation order. */
    public GroupOptions withCreationOrder(CreationOrder newOrder) {
        return new GroupOptions(newOrder, maxCompact, minDense, attributes, createParents);
    }

    /** Returns a copy with these thresholds between compact and dense storage. */
    public GroupOptions withPhaseChange(int newMaxCompact, int newMinDense) {
        return new GroupOptions(creationOrder, newMaxCompact, newMinDense, attributes, createParents);
    }

    /** Returns a copy with these attribute options. */
    public GroupOptions withAttributes(AttributeOptions newAttributes) {
        return new GroupOptions(creationOrder, maxCompact, minDense, newAttributes, createParents);
    }

    /** Returns a copy that creates the groups on the way to the group that do not exist, or does not. */
    public GroupOptions withCreateParents(boolean newCreateParents) {
        return new GroupOptions(creationOrder, maxCompact, minDense, attributes, newCreateParents);
    }
}
