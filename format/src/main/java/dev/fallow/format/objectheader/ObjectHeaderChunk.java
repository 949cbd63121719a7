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
     * {@link ObjectHeaderChunkV1}. Linear in the number of messages; reads message headers only.
     *
     * @param creationOrderTracked from the header's prefix
     * @param areaAddress the address of {@code image[areaFrom]} in the file, for error messages
     * @throws FormatException if the area has a negative length, a message reaches past the area, its flags contradict each other, or
     *     there are both a NIL message and a gap
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
        // the fields of a message header do not depend on the sizes of offsets and lengths
        FieldReader in = FieldReader.of(
                image, areaFrom, areaTo, FieldSizes.EIGHT, ObjectHeaderPrefix.STRUCTURE + " message", areaAddress);
        int headerLength = MessageHeader.length(creationOrderTracked);
        List<MessageSlot> messages = new ArrayList<>();
        boolean nil = false;
        while (in.remaining() >= headerLength) {
            int at = in.position();
            MessageHeader header = MessageHeader.decode(in, creationOrderTracked);
            if (header.size() > in.remaining()) {
                throw in.fail("expected " + MessageType.titleOf(header.type()) + " of " + header.size()
                        + " bytes to end inside its chunk, found " + in.remaining() + " bytes left");
            }
            messages.add(new MessageSlot(
                    header.type(), header.flags(), at, in.position(), header.size(), header.creationIndex()));
            nil |= header.type() == MessageType.NIL.number();
            in.skip(header.size());
        }
        if (nil && in.remaining() > 0) {
            throw in.fail("expected no gap in a chunk with a NIL message, found one of " + in.remaining() + " bytes");
        }
        return new ObjectHeaderChunk(messages, in.position(), in.remaining());
    }
}
