package dev.fallow.internal.check.structure;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;

/** Checksums in images that the check has corrected. */
final class Checksums {
    private Checksums() {}

    /** Puts the checksum of the bytes before it at the end of an image. */
    static void seal(byte[] image) {
        int at = image.length - Integer.BYTES;
        LittleEndian.put(image, at, Integer.BYTES, Checksum.of(image, 0, at) & 0xFFFF_FFFFL);
    }
}
