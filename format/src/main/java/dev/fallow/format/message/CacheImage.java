package dev.fallow.format.message;

import dev.fallow.format.FieldReader;

/**
 * Metadata cache image message: version 0 (1), address of the image or undefined (O bytes), its length in bytes (L bytes). While a file has one, the metadata
 * at other addresses may be stale.
 */
public record CacheImage(long address, long length) {
    /** Reads a metadata cache image message. The caller checks that the image is within the file. */
    public static CacheImage decode(FieldReader in) {
        in.version(0);
        long address = in.offset();
        long length = in.length();
        if (length > Long.MAX_VALUE - Math.max(0, address)) {
            throw in.fail(
                    "expected an image of less than 2^63 - " + address + " bytes, found " + length,
                    in.sizes().lengths());
        }
        return new CacheImage(address, length);
    }
}
