package dev.fallow.format.objectheader;

/**
 * The position of a message in the image of its chunk.
 *
 * @param type number of the {@link MessageType}, known or not
 * @param flags see {@link MessageFlags}
 * @param headerOffset index in the image of the message header
 * @param bodyOffset index in the image of the body
 * @param size bytes of the body
 * @param creationIndex of an attribute; 0 where it is not stored
 */
public record MessageSlot(int type, int flags, int headerOffset, int bodyOffset, int size, int creationIndex) {
    /** The index in the image after the message. */
    public int end() {
        return bodyOffset + size;
    }

    /** Bytes of header and body. */
    public int length() {
        return end() - headerOffset;
    }

    /** Whether the message is of this type. */
    public boolean is(MessageType wanted) {
        return type == wanted.number();
    }

    /** Whether the body is a reference to a message that is stored elsewhere. */
    public boolean shared() {
        return (flags & MessageFlags.SHARED) != 0;
    }

    /** Whether the type is unknown here and the flags forbid to open the object all the same. */
    public boolean forbidsOpening(boolean forWriting) {
        int forbidden = MessageFlags.FAIL_IF_UNKNOWN | (forWriting ? MessageFlags.FAIL_IF_UNKNOWN_AND_WRITING : 0);
        return (flags & forbidden) != 0 && MessageType.of(type).isEmpty();
    }
}
