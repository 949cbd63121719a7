package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Object header continuation message: address (O bytes) and length (L bytes) of a further chunk.
 *
 * @param address of the chunk
 * @param length of the chunk in bytes, more than 0; in version 2 headers, including signature and checksum
 */
public record Continuation(long address, long length) implements HeaderMessage {
    public Continuation {
        if (address < 0 || length <= 0 || length > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException("continuation at address " + address + ", length " + length);
        }
    }

    public static Continuation decode(FieldReader in) {
        long address = in.definedOffset();
        long length = in.length();
        if (length == 0 || length > Long.MAX_VALUE - address) {
            throw in.fail(
                    "expected a chunk of 1 to 2^63 - 1 - " + address + " bytes, found " + length,
                    in.sizes().lengths());
        }
        return new Continuation(address, length);
    }

    @Override
    public void encode(FieldWriter out) {
        out.offset(address).length(length);
    }
}
