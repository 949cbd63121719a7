package dev.fallow.internal.census;

import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.SpaceUse;

/** Receives what a {@link LiveWalk} finds: the blocks in use, and details if it wants them. What follows an object belongs to it. */
@FunctionalInterface
public interface CensusVisitor {
    /**
     * A run of bytes in use. It can overlap another one in a damaged file.
     *
     * @param size in bytes; may be 0
     * @param label names the owner in messages; converted to a string only there
     */
    void block(long address, long size, Object label);

    /** Whether the other methods are called. Objects are then numbered, which takes memory. */
    default boolean wantsDetails() {
        return false;
    }

    /**
     * An object, before its blocks.
     *
     * @param parent the number of the object that refers to it; -1 for the root group
     * @param header null if it could not be read
     */
    default void object(int number, int parent, PathNode path, long address, ObjectHeader header) {}

    /** More blocks and links of an object: that of this number, from 0 in the order of {@link #object}. */
    default void again(int number) {}

    /** After the blocks of the last object. */
    default void noObject() {}

    /** A link to an object met before. */
    default void link(int to) {}

    /** The size of the elements of a dataset. */
    default void elements(long bytes) {}

    /** A part of the blocks reported, which is used otherwise. */
    default void part(long address, long size, SpaceUse was, SpaceUse use) {}

    /** An object in a global heap that only the current object holds. */
    default void heapObject(long collection, long size) {}
}
