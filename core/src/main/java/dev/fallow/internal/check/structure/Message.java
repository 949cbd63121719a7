package dev.fallow.internal.check.structure;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;

/**
 * A message of a header.
 *
 * @param body its bytes in the header; those of the reference if the message is stored elsewhere
 * @param address of the body
 */
public record Message(int type, int flags, int creationIndex, byte[] body, long address) {
    /** Whether it is of a type. */
    public boolean is(MessageType wanted) {
        return type == wanted.number();
    }

    /** Whether the body is elsewhere: in another header or in the shared message table. */
    public boolean isShared() {
        return (flags & MessageFlags.SHARED) != 0;
    }

    /** Whether a program that does not know the type has changed the object since. */
    public boolean wasUnknown() {
        return (flags & MessageFlags.WAS_UNKNOWN) != 0;
    }

    /** Whether the body is ignored, because its facts on free space are outdated. As in libhdf5, only this type is ignored. */
    public boolean isIgnored() {
        return is(MessageType.FILE_SPACE_INFO) && wasUnknown();
    }

    /** A reader of the body. */
    public FieldReader reader(FieldSizes sizes) {
        return FieldReader.of(body, sizes, MessageType.titleOf(type), address);
    }
}
