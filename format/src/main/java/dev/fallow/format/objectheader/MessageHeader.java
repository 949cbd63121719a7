package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * Header of a message in a version 2 object header.
 *
 * <pre>
 *   bytes   field
 *     1     type: number of the {@link MessageType}, known or not
 *     2     size of the body, in bytes
 *     1     flags: see {@link MessageFlags}
 *   0 or 2  creation index, if the object header tracks creation order
 * </pre>
 *
 * There is no alignment and no padding.
 *
 * @param creationIndex of an attribute; 0 in other messages, and if it is not stored
 */
public record MessageHeader(int type, int size, int flags, int creationIndex) {
    /** The maximum size of a message body, in bytes. */
    public static final int MAX_SIZE = 0xFFFF;

    public MessageHeader {
        if (type < 0 || type > 0xFF || size < 0 || size > MAX_SIZE || flags < 0 || flags > 0xFF) {
            throw new IllegalArgumentException("message of type " + type + ", size " + size + ", flags " + flags);
        }
        if (creationIndex < 0 || creationIndex > 0xFFFF) {
            throw new IllegalArgumentException("creation index: expected 0 to 65535, found " + creationIndex);
        }
        FieldWriter.refuse("", MessageFlags.problem(type, flags));
    }

    /**
     * The length of a message header in bytes: 6 if the object header tracks the creation order of attributes,
     * otherwise 4.
     */
    public static int length(boolean creationOrderTracked) {
        return creationOrderTracked ? 6 : 4;
    }

    public static MessageHeader decode(FieldReader in, boolean creationOrderTracked) {
        int type = in.u8();
        int size = in.u16();
        int flags = in.u8();
        in.refuse(MessageFlags.problem(type, flags), 1);
        return new MessageHeader(type, size, flags, creationOrderTracked ? in.u16() : 0);
    }
}
