package dev.fallow.internal.header;

import dev.fallow.format.LittleEndian;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import java.nio.charset.StandardCharsets;

/** Version 2: chunks with signature and checksum, messages without padding. */
final class HeaderFormatV2 implements HeaderFormat {
    private static final byte[] SIGNATURE = ContinuationChunk.SIGNATURE.getBytes(StandardCharsets.US_ASCII);

    private static final int FLAGS_AT = 5;
    private static final int ACCESS_TIME_AT = 6;
    private static final int CHANGE_TIME_AT = 14;

    /** The current prefix, except for the times, which are only in the image. */
    private ObjectHeaderPrefix prefix;

    HeaderFormatV2(ObjectHeaderPrefix prefix) {
        this.prefix = prefix;
    }

    /** The prefix as read or created; the size of the message area may have grown since. */
    ObjectHeaderPrefix prefix() {
        return prefix;
    }

    @Override
    public int messageHeaderLength() {
        return prefix.messageHeaderLength();
    }

    @Override
    public int paddedSize(int bodyLength) {
        return bodyLength;
    }

    @Override
    public int largestSize() {
        return MessageHeader.MAX_SIZE;
    }

    @Override
    public void putMessageHeader(byte[] image, int at, int type, int size, int flags, int creationIndex) {
        image[at] = (byte) type;
        image[at + 1] = (byte) size;
        image[at + 2] = (byte) (size >>> 8);
        image[at + 3] = (byte) flags;
        if (creationOrderTracked()) {
            image[at + 4] = (byte) creationIndex;
            image[at + 5] = (byte) (creationIndex >>> 8);
        }
    }

    @Override
    public int messageType(byte[] image, int at) {
        return image[at] & 0xFF;
    }

    @Override
    public int messageFlags(byte[] image, int at) {
        return image[at + 3] & 0xFF;
    }

    @Override
    public int messageSize(byte[] image, int at) {
        return LittleEndian.u16(image, at + 1);
    }

    @Override
    public LiveMessage messageAt(byte[] image, int at) {
        int creationIndex = creationOrderTracked() ? LittleEndian.u16(image, at + 4) : 0;
        return new LiveMessage(
                messageType(image, at),
                image[at + 3] & 0xFF,
                creationIndex,
                messageHeaderLength(),
                messageSize(image, at));
    }

    @Override
    public int firstAreaFrom() {
        return prefix.prefixLength();
    }

    @Override
    public int continuationAreaFrom() {
        return ContinuationChunk.PREFIX_LENGTH;
    }

    @Override
    public int trailerLength() {
        return ContinuationChunk.CHECKSUM_LENGTH;
    }

    @Override
    public int prefixGrowth(long area) {
        return prefix.withMessageAreaSize(area).prefixLength() - prefix.prefixLength();
    }

    @Override
    public void putFirstAreaSize(byte[] image, int area) {
        prefix = prefix.withMessageAreaSize(area);
        image[FLAGS_AT] = (byte) prefix.flags();
        LittleEndian.put(image, prefix.sizeFieldOffset(), prefix.sizeFieldWidth(), area);
    }

    @Override
    public boolean storesTimes() {
        return prefix.times() != null;
    }

    /** As libhdf5, which counts a change as an access and never updates the data modification time. */
    @Override
    public void putChangeTime(byte[] image, long seconds) {
        LittleEndian.put(image, ACCESS_TIME_AT, 4, seconds);
        LittleEndian.put(image, CHANGE_TIME_AT, 4, seconds);
    }

    @Override
    public boolean hasTimeMessages() {
        return false;
    }

    @Override
    public int mostMessages() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean putMessageCount(byte[] image, int count) {
        return false;
    }

    @Override
    public long linkCount(byte[] image) {
        return -1;
    }

    @Override
    public void putLinkCount(byte[] image, long count) {
        throw new UnsupportedOperationException("version 2 has the link count in a message");
    }

    @Override
    public void startContinuation(byte[] image) {
        System.arraycopy(SIGNATURE, 0, image, 0, SIGNATURE.length);
    }

    @Override
    public boolean creationOrderTracked() {
        return prefix.creationOrderTracked();
    }

    @Override
    public boolean creationOrderIndexed() {
        return prefix.creationOrderIndexed();
    }

    @Override
    public AttributePhaseChange attributePhaseChange() {
        return prefix.effectivePhaseChange();
    }

    @Override
    public boolean hasAttributeInfo() {
        return true;
    }
}
