package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * The times of an object: four fields of 4 bytes in this order, in seconds since the start of 1970 (UTC), 0 to 2^32-1.
 *
 * @param access last access
 * @param modification last modification of the data
 * @param change last change of the metadata
 * @param birth creation
 */
public record ObjectTimes(long access, long modification, long change, long birth) {
    static final int LENGTH = 16;

    /** Four equal times, as in a new object. */
    public static ObjectTimes of(long seconds) {
        return new ObjectTimes(seconds, seconds, seconds, seconds);
    }

    boolean isLike(ObjectTimes other) {
        return access == other.access
                && modification == other.modification
                && change == other.change
                && birth == other.birth;
    }

    static ObjectTimes decode(FieldReader in) {
        return new ObjectTimes(in.u32(), in.u32(), in.u32(), in.u32());
    }

    void encode(FieldWriter out) {
        out.u32(access).u32(modification).u32(change).u32(birth);
    }
}
