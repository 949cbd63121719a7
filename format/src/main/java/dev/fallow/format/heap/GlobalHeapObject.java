package dev.fallow.format.heap;

/**
 * The position of an object in the image of its collection.
 *
 * @param index 1 to 65,535
 * @param referenceCount as stored; libhdf5 writes 0 and ignores it
 * @param headerOffset index of the object's header in the image
 * @param size of the data in bytes, without header and padding; may be 0
 */
public record GlobalHeapObject(int index, int referenceCount, int headerOffset, int size) {
    /** The index of the data in the image. */
    public int dataOffset() {
        return headerOffset + GlobalHeapCollection.OBJECT_HEADER_LENGTH;
    }
}
