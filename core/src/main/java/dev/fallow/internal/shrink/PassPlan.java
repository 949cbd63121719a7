package dev.fallow.internal.shrink;

/**
 * What a pass is going to do.
 *
 * @param from the lowest address of a block that may be moved
 * @param limit the end that the file would have without free space
 * @param parts for {@link Kind#MAKE_ROOM}, the part of the blocks to slide that there has to be room for; 1 if all blocks are moved to
 *     the end, and then back as the last ones
 * @param tolerated for {@link Kind#SLIDE}, bytes that may stay free where sliding has passed
 */
public record PassPlan(Kind kind, long from, long limit, int parts, long tolerated) {
    /** What a pass moves. */
    public enum Kind {
        /** The last blocks, into free space before the place where the file could end. */
        LAST,
        /** Blocks between free runs before that place, so that there is room for the last blocks. */
        MAKE_WINDOWS,
        /** The first blocks after the first free space, to the end, so that there is room to slide. */
        MAKE_ROOM,
        /** Blocks, down to the one before them. */
        SLIDE
    }

    /** The lowest address of a block whose immobility matters. */
    public long mattersFrom() {
        return kind == Kind.LAST ? limit : Math.min(limit, from);
    }
}
