package dev.fallow.format.objectheader;

/**
 * The position of a message in the image of its chunk.
 *
 * @param type number of the {@link MessageType}, known or not
 * @param flags see {@link MessageFlags}
 * @param headerOffset index of the message header in the image
 * @param bodyOffset index of the body in the image
 * @param size of the body in bytes
 * @param creationIndex of an attribute; 0 if it is not stored
 */
public record MessageSlot(int type, int flags, int headerOffset, int bodyOffset, int size, int creationIndex) {
    /** The index after the message in the image. */
    public int end() {
        return bodyOffset + size;
    }

    /** Whether the message is of this type. */
    public boolean is(MessageType wanted) {
        return type == wanted.number();
    }

    /** Whether the type is unknown to this library, and the flags then forbid opening the object. */
    public boolean forbidsOpening(boolean forWriting) {
        int forbidden = MessageFlags.FAIL_IF_UNKNOWN | (forWriting ? MessageFlags.FAIL_IF_UNKNOWN_AND_WRITING : 0);
        return (flags & forbidden) != 0 && MessageType.of(type).isEmpty();
    }
}
