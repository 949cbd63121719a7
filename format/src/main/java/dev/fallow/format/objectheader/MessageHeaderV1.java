package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * Header of a message in a version 1 object header.
 *
 * <pre>
 *   bytes  field
 *     2    type: number of the {@link MessageType}, known or not
 *     2    size of the body with its padding, in bytes: a multiple of 8 from 0 to 65,528
 *     1    flags: see {@link MessageFlags}
 *     3    reserved, 0
 * </pre>
 *
 * The body follows, padded with zeros to the size. There is no creation index.
 */
public record MessageHeaderV1(int type, int size, int flags) {
    /** The length of a message header in bytes. */
    public static final int LENGTH = 8;
    /** The maximum size of a message body, in bytes. */
    public static final int MAX_SIZE = 0xFFF8;

    private static final int SIZE_AND_FLAGS = 3;
    private static final int RESERVED = 3;

    public MessageHeaderV1 {
        if (type < 0 || type > 0xFFFF || size < 0 || size > MAX_SIZE || flags < 0 || flags > 0xFF) {
            throw new IllegalArgumentException("message of type " + type + ", size " + size + ", flags " + flags);
        }
        FieldWriter.refuse("", problem(type, size, flags));
    }

    private static String problem(int type, int size, int flags) {
        if (size % 8 != 0) {
            return "expected " + MessageType.titleOf(type) + " of a multiple of 8 bytes, found " + size;
        }
        if (type == MessageType.REFERENCE_COUNT.number()) {
            return "expected the reference count in the prefix of a version 1 header, found a message";
        }
        return MessageFlags.problem(type, flags);
    }

    /**
     * Reads a message header. Like libhdf5, refuses a body size that is not a multiple of 8, contradictory flags, and a
     * reference count message, which version 1 does not have. The reserved bytes are ignored.
     */
    public static MessageHeaderV1 decode(FieldReader in) {
        int type = in.u16();
        int size = in.u16();
        int flags = in.u8();
        in.refuse(problem(type, size, flags), SIZE_AND_FLAGS);
        in.skip(RESERVED);
        return new MessageHeaderV1(type, size, flags);
    }
}
