package dev.fallow.internal.header;

import dev.fallow.format.LittleEndian;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.MessageHeaderV1;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import java.nio.charset.StandardCharsets;

/**
 * The differences between the two object header versions that matter for changes. In version 1, sizes are multiples of 8, there
 * is no checksum, and the prefix has the number of messages and the link count. In version 2, chunks have a signature and a
 * checksum, and messages no padding. Lengths are in bytes; positions are relative to the chunk's image.
 */
public final class HeaderFormat {
    static final HeaderFormat VERSION_1 = new HeaderFormat(null);

    private static final byte[] SIGNATURE = ContinuationChunk.SIGNATURE.getBytes(StandardCharsets.US_ASCII);
    private static final int ALIGNMENT_V1 = 8;
    /** The positions of fields of the prefix, in version 1. */
    private static final int COUNT_AT_V1 = 2;

    private static final int LINK_COUNT_AT_V1 = 4;
    private static final int AREA_SIZE_AT_V1 = 8;
    /** And in version 2. */
    private static final int FLAGS_AT = 5;

    private static final int ACCESS_TIME_AT = 6;
    private static final int CHANGE_TIME_AT = 14;

    /** The current prefix of version 2, except for the times, which are only in the image; null in version 1. */
    private ObjectHeaderPrefix prefix;

    private HeaderFormat(ObjectHeaderPrefix prefix) {
        this.prefix = prefix;
    }

    static HeaderFormat version2(ObjectHeaderPrefix prefix) {
        return new HeaderFormat(prefix);
    }

    /** Whether it is version 1: without an attribute info message, and with the time of a change in a message. */
    public boolean isVersion1() {
        return prefix == null;
    }

    /** The prefix of version 2, as read or created; the size of the message area may have grown since. */
    ObjectHeaderPrefix prefix() {
        return prefix;
    }

    int messageHeaderLength() {
        return isVersion1() ? MessageHeaderV1.LENGTH : prefix.messageHeaderLength();
    }

    /** The size stored for a message body of this length, including padding. */
    int paddedSize(int bodyLength) {
        return isVersion1() ? (bodyLength + ALIGNMENT_V1 - 1) / ALIGNMENT_V1 * ALIGNMENT_V1 : bodyLength;
    }

    /** The largest size of a message body. */
    public int largestSize() {
        return isVersion1() ? MessageHeaderV1.MAX_SIZE : MessageHeader.MAX_SIZE;
    }

    void putMessageHeader(byte[] image, int at, int type, int size, int flags, int creationIndex) {
        if (isVersion1()) {
            LittleEndian.put16(image, at, type);
            LittleEndian.put16(image, at + 2, size);
            LittleEndian.put(image, at + 4, 4, flags); // and three reserved bytes
            return;
        }
        image[at] = (byte) type;
        LittleEndian.put16(image, at + 1, size);
        image[at + 3] = (byte) flags;
        if (creationOrderTracked()) {
            LittleEndian.put16(image, at + 4, creationIndex);
        }
    }

    /** The type in the message header at a position. */
    int messageType(byte[] image, int at) {
        return isVersion1() ? LittleEndian.u16(image, at) : image[at] & 0xFF;
    }

    /** The body size in the message header at a position. */
    int messageSize(byte[] image, int at) {
        return LittleEndian.u16(image, isVersion1() ? at + 2 : at + 1);
    }

    /** The flags in the message header at a position. */
    int messageFlags(byte[] image, int at) {
        return image[isVersion1() ? at + 4 : at + 3] & 0xFF;
    }

    /** The message whose header is at a position, in an image that has been checked or created here. */
    LiveMessage messageAt(byte[] image, int at) {
        int creationIndex = creationOrderTracked() ? LittleEndian.u16(image, at + 4) : 0;
        return new LiveMessage(
                messageType(image, at),
                messageFlags(image, at),
                creationIndex,
                messageHeaderLength(),
                messageSize(image, at));
    }

    /** The start of chunk 0's message area. */
    int firstAreaFrom() {
        return isVersion1() ? ObjectHeaderPrefixV1.LENGTH : prefix.prefixLength();
    }

    /** The start of a continuation chunk's message area. */
    int continuationAreaFrom() {
        return isVersion1() ? 0 : ContinuationChunk.PREFIX_LENGTH;
    }

    /** Bytes after a message area: a checksum, or nothing. */
    public int trailerLength() {
        return isVersion1() ? 0 : ContinuationChunk.CHECKSUM_LENGTH;
    }

    /**
     * Bytes by which chunk 0's prefix grows if its message area gets {@code area} bytes, because the size field of version 2 may
     * have to be wider.
     */
    int prefixGrowth(long area) {
        return isVersion1() ? 0 : prefix.withMessageAreaSize(area).prefixLength() - prefix.prefixLength();
    }

    /** Writes the length of chunk 0's message area into its image, in a field that is wide enough from then on. */
    void putFirstAreaSize(byte[] image, int area) {
        if (isVersion1()) {
            LittleEndian.put(image, AREA_SIZE_AT_V1, 4, area);
            return;
        }
        prefix = prefix.withMessageAreaSize(area);
        image[FLAGS_AT] = (byte) prefix.flags();
        LittleEndian.put(image, prefix.sizeFieldOffset(), prefix.sizeFieldWidth(), area);
    }

    /** Whether chunk 0's prefix stores times. */
    boolean storesTimes() {
        return !isVersion1() && prefix.times() != null;
    }

    /**
     * Writes the time of a change, in seconds since 1970, into a prefix that stores times. As libhdf5, which counts a change as an
     * access and never updates the data modification time.
     */
    void putChangeTime(byte[] image, long seconds) {
        LittleEndian.put(image, ACCESS_TIME_AT, 4, seconds);
        LittleEndian.put(image, CHANGE_TIME_AT, 4, seconds);
    }

    /** The maximum number of messages in a header, including NIL messages. */
    int mostMessages() {
        return isVersion1() ? ObjectHeaderPrefixV1.MAX_MESSAGES : Integer.MAX_VALUE;
    }

    /** Writes the number of all messages, including NIL messages, into the image of chunk 0 of version 1. */
    void putMessageCount(byte[] image, int count) {
        LittleEndian.put16(image, COUNT_AT_V1, count);
    }

    /** The link count in the image of chunk 0 of version 1; version 2 has it in a message. */
    long linkCount(byte[] image) {
        return LittleEndian.unsigned(image, LINK_COUNT_AT_V1, 4);
    }

    /** Writes the link count into the image of chunk 0 of version 1. */
    void putLinkCount(byte[] image, long count) {
        LittleEndian.put(image, LINK_COUNT_AT_V1, 4, count);
    }

    /** Writes the start of a new continuation chunk; in version 1, that is a bare sequence of messages. */
    void startContinuation(byte[] image) {
        if (!isVersion1()) {
            System.arraycopy(SIGNATURE, 0, image, 0, SIGNATURE.length);
        }
    }

    /** Whether attributes have a creation index. */
    public boolean creationOrderTracked() {
        return !isVersion1() && prefix.creationOrderTracked();
    }

    /** Whether dense attribute storage has a creation order index. */
    public boolean creationOrderIndexed() {
        return !isVersion1() && prefix.creationOrderIndexed();
    }

    /** The thresholds between compact and dense attribute storage. */
    public AttributePhaseChange attributePhaseChange() {
        return isVersion1() ? AttributePhaseChange.DEFAULT : prefix.effectivePhaseChange();
    }
}
