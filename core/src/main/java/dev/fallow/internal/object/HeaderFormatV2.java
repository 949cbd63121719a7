package dev.fallow.internal.object;

import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import java.nio.charset.StandardCharsets;

/** Version 2: chunks with signature and checksum, messages without padding. */
final class HeaderFormatV2 implements HeaderFormat {
    private static final byte[] SIGNATURE = ContinuationChunk.SIGNATURE.getBytes(StandardCharsets.US_ASCII);

    private final ObjectHeaderPrefix prefix;

    HeaderFormatV2(ObjectHeaderPrefix prefix) {
        this.prefix = prefix;
    }

    /** The prefix as it was read or made; the size of the message area may have grown since. */
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

    /** A wider size field would move all messages: chunk 0 grows as far as the field it has allows. */
    @Override
    public long largestFirstArea() {
        int width = prefix.sizeFieldWidth();
        return width == 8 ? Long.MAX_VALUE : (1L << 8 * width) - 1;
    }

    @Override
    public void putFirstAreaSize(byte[] image, int area) {
        for (int i = 0; i < prefix.sizeFieldWidth(); i++) {
            image[prefix.sizeFieldOffset() + i] = (byte) ((long) area >>> 8 * i);
        }
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
