package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import java.util.ArrayList;
import java.util.List;

/**
 * The message area of one chunk of an object header: consecutive messages, then, in version 2 only, a gap shorter than
 * a message header. A chunk with a NIL message has no gap, because spare bytes become part of that message.
 *
 * @param messages in storage order, including NIL messages
 * @param gapOffset index of the gap in the image; the end of the area if there is no gap
 * @param gapLength in bytes
 */
public record ObjectHeaderChunk(List<MessageSlot> messages, int gapOffset, int gapLength) {
    /** Copies the list. */
    public ObjectHeaderChunk {
        messages = List.copyOf(messages);
    }

    /**
     * Finds the messages in {@code image[areaFrom, areaTo)} of a version 2 header; for version 1, see
     * {@link #messagesV1}. Linear in the number of messages; reads message headers only.
     *
     * @param areaAddress the address of {@code image[areaFrom]} in the file, for error messages
     */
    public static ObjectHeaderChunk messages(
            byte[] image, int areaFrom, int areaTo, boolean creationOrderTracked, long areaAddress) {
        if (areaTo < areaFrom) {
            throw new FormatException(
                    ObjectHeaderPrefix.STRUCTURE,
                    areaAddress,
                    "expected a chunk that has room for its prefix and its checksum, found one that ends %d bytes too early"
                            .formatted(areaFrom - areaTo));
        }
        FieldReader in = reader(image, areaFrom, areaTo, areaAddress);
        int headerLength = MessageHeader.length(creationOrderTracked);
        List<MessageSlot> messages = new ArrayList<>();
        boolean nil = false;
        while (in.remaining() >= headerLength) {
            int at = in.position();
            MessageHeader header = MessageHeader.decode(in, creationOrderTracked);
            messages.add(slot(in, at, header.type(), header.flags(), header.size(), header.creationIndex()));
            nil |= header.type() == MessageType.NIL.number();
        }
        if (nil && in.remaining() > 0) {
            throw in.fail("expected no gap in a chunk with a NIL message, found one of " + in.remaining() + " bytes");
        }
        return new ObjectHeaderChunk(messages, in.position(), in.remaining());
    }

    /**
     * Finds the messages in {@code image[areaFrom, areaTo)} of a version 1 header: consecutive messages without a gap; NIL
     * messages fill unused space. In chunk 0 the area follows the {@link ObjectHeaderPrefixV1}. A continuation chunk consists
     * only of it, without signature or checksum. Linear in the number of messages; reads message headers only.
     *
     * <p>Like libhdf5, refuses a message that reaches past the area, and a rest shorter than a message header.
     *
     * @param areaAddress the address of {@code image[areaFrom]} in the file, for error messages
     * @return the messages in storage order, with creation index 0, and an empty gap
     */
    public static ObjectHeaderChunk messagesV1(byte[] image, int areaFrom, int areaTo, long areaAddress) {
        FieldReader in = reader(image, areaFrom, areaTo, areaAddress);
        List<MessageSlot> messages = new ArrayList<>();
        while (in.remaining() >= MessageHeaderV1.LENGTH) {
            int at = in.position();
            MessageHeaderV1 header = MessageHeaderV1.decode(in);
            messages.add(slot(in, at, header.type(), header.flags(), header.size(), 0));
        }
        if (in.remaining() > 0) {
            throw in.fail(
                    "expected no gap in a chunk of a version 1 header, found one of " + in.remaining() + " bytes");
        }
        return new ObjectHeaderChunk(messages, in.position(), 0);
    }

    private static FieldReader reader(byte[] image, int areaFrom, int areaTo, long areaAddress) {
        // the fields of a message header do not depend on the sizes of offsets and lengths
        return FieldReader.of(
                image, areaFrom, areaTo, FieldSizes.EIGHT, ObjectHeaderPrefix.STRUCTURE + " message", areaAddress);
    }

    /** The message whose header was just read from {@code headerAt}; skips its body. */
    private static MessageSlot slot(FieldReader in, int headerAt, int type, int flags, int size, int creationIndex) {
        if (size > in.remaining()) {
            throw in.fail("expected " + MessageType.titleOf(type) + " of " + size
                    + " bytes to end inside its chunk, found " + in.remaining() + " bytes left");
        }
        MessageSlot slot = new MessageSlot(type, flags, headerAt, in.position(), size, creationIndex);
        in.skip(size);
        return slot;
    }
}
