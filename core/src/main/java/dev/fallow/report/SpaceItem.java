package dev.fallow.report;

/**
 * What a walk over the bytes of a file finds, in the order of the walk: an object and then what it holds, and after all blocks the
 * runs that are not in use. The walk keeps none of it. Blocks and runs do not overlap, also in a damaged file: a byte that two
 * structures claim is given to the first.
 *
 * <pre>{@code
 * Map<Integer, Long> held = new HashMap<>(); // bytes of the blocks of each object
 * file.spaceBreakdown(item -> {
 *     if (item instanceof SpaceItem.Block block) {
 *         held.merge(block.holder(), block.size(), Long::sum);
 *     }
 * });
 * }</pre>
 */
public sealed interface SpaceItem
        permits SpaceItem.Block,
                SpaceItem.Part,
                SpaceItem.HeapObject,
                SpaceItem.Elements,
                SpaceItem.Link,
                SpaceObject,
                FreeSection {
    /** The holder of what belongs to no single object. */
    int NOBODY = -1;

    /**
     * A block in use.
     *
     * @param address relative to the base address
     * @param size in bytes
     * @param use what it is used for
     * @param holder the number of the object that it belongs to, or {@link #NOBODY}
     */
    record Block(long address, long size, SpaceUse use, int holder) implements SpaceItem {}

    /**
     * A part of a block, or of adjacent blocks, which counts in another class.
     *
     * @param address relative to the base address
     * @param size in bytes
     * @param was the class of the block
     * @param use the class of the part
     */
    record Part(long address, long size, SpaceUse was, SpaceUse use) implements SpaceItem {}

    /**
     * An object in a collection of a global heap; the collection is a block of {@link #NOBODY}. Objects that several elements
     * may hold are left out.
     *
     * @param collection its address
     * @param size in bytes, with its header
     * @param holder the number of the object whose elements hold it
     */
    record HeapObject(long collection, long size, int holder) implements SpaceItem {}

    /**
     * The size of the elements of a dataset, as its type and its dimensions say.
     *
     * @param holder the number of the dataset
     * @param bytes 2^63 - 1 if there are more
     */
    record Elements(int holder, long bytes) implements SpaceItem {}

    /**
     * A further link to an object that was met before, or a further use of a committed datatype.
     *
     * @param from the number of the group or user
     * @param to the number of the object
     */
    record Link(int from, int to) implements SpaceItem {}
}
