package dev.fallow.internal.header;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The position of one message in a live object header. The object's identity is kept when the message is moved within
 * its chunk or to another one.
 */
public final class LiveMessage {
    private final int type;
    private int flags;
    private final int creationIndex;
    private final int headerLength;
    private HeaderChunk chunk;
    private int at;
    private int size;
    /** The body, if it is stored in a shared message heap. */
    private byte[] shared;
    /** Its ID in that heap. */
    private long sharedId = SharedMessages.NONE;

    LiveMessage(int type, int flags, int creationIndex, int headerLength, int size) {
        this.type = type;
        this.flags = flags;
        this.creationIndex = creationIndex;
        this.headerLength = headerLength;
        this.size = size;
    }

    /** The number of the message type. */
    public int type() {
        return type;
    }

    /** The message flags, without those that record whether it is in the shared message table. */
    public int flags() {
        return (shared == null ? flags : flags & ~MessageFlags.SHARED) & ~MessageFlags.SHARABLE;
    }

    /** The flags in the header. */
    int storedFlags() {
        return flags;
    }

    /** Sets a flag. */
    void flag(int flag) {
        flags |= flag;
    }

    /** Removes a flag. */
    void unflag(int flag) {
        flags &= ~flag;
    }

    /** Sets the shared body, which is then read as if it were in the header. */
    void share(long id, byte[] body) {
        sharedId = id;
        shared = body;
    }

    /** The message has its own body from now on; the caller writes it. */
    void unshare() {
        sharedId = SharedMessages.NONE;
        shared = null;
        flags &= ~(MessageFlags.SHARED | MessageFlags.SHARABLE);
    }

    /** The ID of the body in a shared message heap; {@link SharedMessages#NONE} if it is in the header. */
    public long sharedId() {
        return sharedId;
    }

    /** Whether the body is in the header, and the shared message table counts it as a user of an equal message. */
    public boolean isSharable() {
        return shared == null && (flags & (MessageFlags.SHARABLE | MessageFlags.SHARED)) == MessageFlags.SHARABLE;
    }

    /** The size of the body in the header, in bytes. */
    public int size() {
        return size;
    }

    public int creationIndex() {
        return creationIndex;
    }

    /** The size of header and body in bytes. */
    public int total() {
        return headerLength + size;
    }

    HeaderChunk chunk() {
        return chunk;
    }

    int at() {
        return at;
    }

    int bodyAt() {
        return at + headerLength;
    }

    void placed(HeaderChunk newChunk, int newAt) {
        chunk = newChunk;
        at = newAt;
    }

    void resized(int newSize) {
        size = newSize;
    }

    /** The address of the body. */
    public long bodyAddress() {
        return chunk.block().address() + bodyAt();
    }

    /** A copy of the body. */
    public byte[] bytes() {
        return shared != null
                ? shared.clone()
                : Arrays.copyOfRange(chunk.block().image(), bodyAt(), bodyAt() + size);
    }

    /** The decoded body. */
    public <T> T decoded(FieldSizes sizes, Function<FieldReader, T> decoder) {
        return decoder.apply(body(sizes, MessageType.titleOf(type)));
    }

    /** A reader of the body. */
    public FieldReader body(FieldSizes sizes, String structure) {
        if (shared != null) {
            return FieldReader.of(shared, sizes, structure, -1);
        }
        return FieldReader.of(chunk.block().image(), bodyAt(), bodyAt() + size, sizes, structure, bodyAddress());
    }
}
