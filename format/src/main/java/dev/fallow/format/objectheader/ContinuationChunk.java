package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;

/**
 * A further chunk of a version 2 object header. Its length is in the continuation message that points to it.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "OCHK"
 *     n    message area: see {@link ObjectHeaderChunk}
 *     4    checksum of everything before it
 * </pre>
 */
public final class ContinuationChunk {
    /** Signature. */
    public static final String SIGNATURE = "OCHK";
    /** The length of the fields before the message area, in bytes. */
    public static final int PREFIX_LENGTH = 4;
    /** The length of the checksum in bytes. */
    public static final int CHECKSUM_LENGTH = 4;
    /** The length of a chunk without its message area, in bytes. */
    public static final int OVERHEAD = PREFIX_LENGTH + CHECKSUM_LENGTH;

    public static final String STRUCTURE = "object header continuation block";

    private ContinuationChunk() {}

    /** Checks signature and checksum of a chunk. */
    public static void verify(FieldReader chunk) {
        int from = chunk.position();
        chunk.signature(SIGNATURE);
        if (chunk.remaining() < CHECKSUM_LENGTH) {
            throw chunk.fail(
                    "expected at least " + OVERHEAD + " bytes, found " + (chunk.position() - from + chunk.remaining()));
        }
        chunk.skip(chunk.remaining() - CHECKSUM_LENGTH);
        chunk.checksumFrom(from);
    }
}
