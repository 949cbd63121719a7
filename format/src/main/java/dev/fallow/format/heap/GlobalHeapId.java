package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * ID of an object in a global heap. O: size of offsets.
 *
 * <pre>
 *   bytes  field
 *     O    address of the {@link GlobalHeapCollection}
 *     4    index of the object in it
 * </pre>
 *
 * A variable-length element consists of its number of elements (4 bytes) and such an ID; it is all zeros if empty.
 *
 * @param collectionAddress 0 for none
 * @param index 0 to 2^32-1; a collection has objects 1 to 65,535
 */
public record GlobalHeapId(long collectionAddress, long index) {
    /** The ID that refers to no object. */
    public static final GlobalHeapId NONE = new GlobalHeapId(0, 0);

    public GlobalHeapId {
        if (collectionAddress < -1 || index < 0 || index > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("global heap object " + index + " at address " + collectionAddress);
        }
    }

    /** Reads an ID. The caller checks that collection and object exist. */
    public static GlobalHeapId decode(FieldReader in) {
        return new GlobalHeapId(in.offset(), in.u32());
    }

    /** Writes an ID. */
    public void encode(FieldWriter out) {
        out.offset(collectionAddress).u32(index);
    }

    /** Whether this refers to no object: libhdf5 treats address 0 and the undefined address as such. */
    public boolean isNone() {
        return collectionAddress <= 0;
    }

    /** Written out as in {@link dev.fallow.format.message.BTreeK}: a command that shows an attribute calls it. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GlobalHeapId id && collectionAddress == id.collectionAddress && index == id.index;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(collectionAddress) * 31 + Long.hashCode(index);
    }
}
