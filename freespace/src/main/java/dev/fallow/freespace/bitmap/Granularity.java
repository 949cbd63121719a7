package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.Section;

/**
 * Two-way addressing (Burns and Hineman, section 2): converts between bytes and bits.
 *
 * @param bytes the number of bytes per bit, at least 1
 */
record Granularity(long bytes) {
    Granularity {
        if (bytes < 1) {
            throw new IllegalArgumentException("granularity=" + bytes + ", at least 1");
        }
    }

    /** The bit of an address, or the number of bits of a size; both must be multiples. */
    long bits(long addressOrSize) {
        return bytes == 1 ? addressOrSize : addressOrSize / bytes;
    }

    boolean divides(long addressOrSize) {
        return bytes == 1 || addressOrSize % bytes == 0;
    }

    /**
     * @throws IllegalArgumentException if the run is not a valid {@link Section}, or its address or size is not a
     *     multiple of the granularity
     */
    void requireSection(long address, long size) {
        new Section(address, size);
        if (!divides(address) || !divides(size)) {
            throw new IllegalArgumentException(
                    "not a multiple of the granularity " + bytes + ": address=" + address + ", size=" + size);
        }
    }

    /** The distance in bits between addresses that are multiples of {@code alignment} bytes. */
    long alignmentBits(long alignment) {
        long a = alignment;
        long b = bytes;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return alignment / a;
    }
}
