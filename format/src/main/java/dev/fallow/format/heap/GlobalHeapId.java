package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/**
 * Where an object of a global heap is. O: size of offsets.
 *
 * <pre>
 *   bytes  field
 *     O    address of the {@link GlobalHeapCollection}
 *     4    index of the object in it
 * </pre>
 *
 * An element of variable length is the number of its own elements (4 bytes) and this; all zeros if it is empty.
 *
 * @param collectionAddress 0 for none
 * @param index 0 to 2^32-1; a collection has objects 1 to 65,535
 */
public record GlobalHeapId(long collectionAddress, long index) {
    /** No object. */
    public static final GlobalHeapId NONE = new GlobalHeapId(0, 0);

    /** @throws IllegalArgumentException if a field is out of range */
    public GlobalHeapId {
        if (collectionAddress < -1 || index < 0 || index > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("global heap object " + index + " at address " + collectionAddress);
        }
    }

    /** Bytes of an ID: 12 for offsets of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return sizes.offsets() + 4;
    }

    /** Reads an ID; whether there is such a collection and object is for the caller to check. */
    public static GlobalHeapId decode(FieldReader in) {
        return new GlobalHeapId(in.offset(), in.u32());
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        out.offset(collectionAddress).u32(index);
    }

    /** Whether this refers to no object: libhdf5 takes address 0 and the undefined one for that. */
    public boolean isNone() {
        return collectionAddress <= 0;
    }
}
