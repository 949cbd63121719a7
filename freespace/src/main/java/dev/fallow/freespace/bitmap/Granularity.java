package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.Section;

/**
 * Two-way addressing (Burns and Hineman, section 2): from bytes to bits and back.
 *
 * @param bytes bytes that one bit stands for, at least 1
 */
record Granularity(long bytes) {
    Granularity {
        if (bytes < 1) {
            throw new IllegalArgumentException("granularity=" + bytes + ", at least 1");
        }
    }

    /** The bit of an address, or the bits of a size, that is a multiple. */
    long bits(long addressOrSize) {
        return bytes == 1 ? addressOrSize : addressOrSize / bytes;
    }

    boolean divides(long addressOrSize) {
        return bytes == 1 || addressOrSize % bytes == 0;
    }

    /** @throws IllegalArgumentException if the run is not a {@link Section}, or its address or size not a multiple */
    void requireSection(long address, long size) {
        new Section(address, size);
        if (!divides(address) || !divides(size)) {
            throw new IllegalArgumentException(
                    "not a multiple of the granularity " + bytes + ": address=" + address + ", size=" + size);
        }
    }

    /** Every how many bits an address is a multiple of {@code alignment} bytes as well. */
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
