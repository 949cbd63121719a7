package dev.fallow.filter;

import java.util.Objects;

/**
 * A run of bytes in an array.
 *
 * @param array not copied
 * @param offset of the first byte
 * @param length in bytes
 */
public record FilterData(byte[] array, int offset, int length) {
    /** @throws IndexOutOfBoundsException if the run is not within the array */
    public FilterData {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    /** All bytes of an array. */
    public static FilterData of(byte[] array) {
        return new FilterData(array, 0, array.length);
    }

    /** The index after the last byte. */
    public int end() {
        return offset + length;
    }
}
