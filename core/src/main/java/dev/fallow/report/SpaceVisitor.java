package dev.fallow.report;

/**
 * Receives what a file's bytes are used for, in the order of a walk, without keeping it in memory. The blocks and
 * sections do not overlap, also in a damaged file: a byte that two structures claim is given to the first.
 */
public interface SpaceVisitor {
    /** The holder of what belongs to no single object. */
    int NOBODY = -1;

    /** An object; what it holds follows. */
    default void object(SpaceObject object) {}

    /**
     * A further link to an object that was met before, or a further use of a committed datatype.
     *
     * @param from the number of the group or user
     * @param to the number of the object
     */
    default void link(int from, int to) {}

    /**
     * The size of the elements of a dataset, as its type and its dimensions say.
     *
     * @param bytes 2^63 - 1 if there are more
     */
    default void elements(int holder, long bytes) {}

    /**
     * A block in use.
     *
     * @param address relative to the base address
     * @param holder the number of the object that it belongs to, or {@link #NOBODY}
     */
    default void block(long address, long size, SpaceUse use, int holder) {}

    /** A part of a block, or of adjacent blocks, which counts in another class. */
    default void part(long address, long size, SpaceUse was, SpaceUse use) {}

    /**
     * An object in a collection of a global heap; the collection is a block of {@link #NOBODY}. Objects that several elements
     * may hold are left out.
     *
     * @param collection its address
     * @param size in bytes, with its header
     * @param holder the number of the object whose elements hold it
     */
    default void heapObject(long collection, long size, int holder) {}

    /** After all blocks: a run that is not in use, tracked or not, in address order. */
    default void unused(FreeSection run) {}
}
