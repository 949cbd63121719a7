package dev.fallow.internal.header;

import dev.fallow.format.LittleEndian;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.MessageHeaderV1;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;

/** Version 1: sizes are multiples of 8, there is no checksum, and the prefix has the number of messages. */
final class HeaderFormatV1 implements HeaderFormat {
    private static final int ALIGNMENT = 8;
    private static final int COUNT_AT = 2;
    private static final int LINK_COUNT_AT = 4;
    private static final int AREA_SIZE_AT = 8;

    @Override
    public int messageHeaderLength() {
        return MessageHeaderV1.LENGTH;
    }

    @Override
    public int paddedSize(int bodyLength) {
        return (bodyLength + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    @Override
    public int largestSize() {
        return MessageHeaderV1.MAX_SIZE;
    }

    @Override
    public void putMessageHeader(byte[] image, int at, int type, int size, int flags, int creationIndex) {
        put(image, at, 2, type);
        put(image, at + 2, 2, size);
        put(image, at + 4, 4, flags); // and three reserved bytes
    }

    @Override
    public int messageType(byte[] image, int at) {
        return LittleEndian.u16(image, at);
    }

    @Override
    public int messageFlags(byte[] image, int at) {
        return image[at + 4] & 0xFF;
    }

    @Override
    public int messageSize(byte[] image, int at) {
        return LittleEndian.u16(image, at + 2);
    }

    @Override
    public LiveMessage messageAt(byte[] image, int at) {
        return new LiveMessage(
                messageType(image, at), image[at + 4] & 0xFF, 0, messageHeaderLength(), messageSize(image, at));
    }

    @Override
    public int firstAreaFrom() {
        return ObjectHeaderPrefixV1.LENGTH;
    }

    @Override
    public int continuationAreaFrom() {
        return 0;
    }

    @Override
    public int trailerLength() {
        return 0;
    }

    @Override
    public int prefixGrowth(long area) {
        return 0; // the field is wide enough for any size
    }

    @Override
    public void putFirstAreaSize(byte[] image, int area) {
        put(image, AREA_SIZE_AT, 4, area);
    }

    @Override
    public boolean storesTimes() {
        return false;
    }

    @Override
    public void putChangeTime(byte[] image, long seconds) {
        throw new UnsupportedOperationException("version 1 has the time of a change in a message");
    }

    @Override
    public boolean hasTimeMessages() {
        return true;
    }

    @Override
    public int mostMessages() {
        return ObjectHeaderPrefixV1.MAX_MESSAGES;
    }

    @Override
    public boolean putMessageCount(byte[] image, int count) {
        put(image, COUNT_AT, 2, count);
        return true;
    }

    @Override
    public long linkCount(byte[] image) {
        long count = 0;
        for (int i = 3; i >= 0; i--) {
            count = count << 8 | image[LINK_COUNT_AT + i] & 0xFF;
        }
        return count;
    }

    @Override
    public void putLinkCount(byte[] image, long count) {
        put(image, LINK_COUNT_AT, 4, (int) count);
    }

    @Override
    public void startContinuation(byte[] image) {
        // a bare sequence of messages
    }

    @Override
    public boolean creationOrderTracked() {
        return false;
    }

    @Override
    public boolean creationOrderIndexed() {
        return false;
    }

    @Override
    public AttributePhaseChange attributePhaseChange() {
        return AttributePhaseChange.DEFAULT;
    }

    @Override
    public boolean hasAttributeInfo() {
        return false;
    }

    private static void put(byte[] image, int at, int width, int value) {
        for (int i = 0; i < width; i++) {
            image[at + i] = (byte) (value >>> 8 * i);
        }
    }
}
