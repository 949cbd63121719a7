package dev.fallow.format.heap;

/**
 * The position of an object in the image of its collection.
 *
 * @param index 1 to 65,535
 * @param referenceCount as stored; libhdf5 writes 0 and does not look at it
 * @param headerOffset index in the image of the object's header
 * @param size bytes of data, without header and padding; may be 0
 */
public record GlobalHeapObject(int index, int referenceCount, int headerOffset, int size) {
    /** Index in the image of the data. */
    public int dataOffset() {
        return headerOffset + GlobalHeapCollection.OBJECT_HEADER_LENGTH;
    }
}
