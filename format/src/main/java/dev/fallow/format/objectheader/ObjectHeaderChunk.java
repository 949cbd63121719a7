package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * The message area of one chunk of an object header: messages one after the other, then, in version 2 only, a gap of
 * fewer bytes than a message header has. A chunk with a NIL message has no gap: the spare bytes belong into the NIL.
 *
 * @param messages in storage order, including NIL messages
 * @param gapOffset index in the image of the gap; the end of the area if there is none
 * @param gapLength bytes of the gap
 */
public record ObjectHeaderChunk(List<MessageSlot> messages, int gapOffset, int gapLength) {
    /** Copies the list. */
    public ObjectHeaderChunk {
        messages = List.copyOf(messages);
    }

    /**
     * Walks {@code image[areaFrom, areaTo)} of a version 2 header; {@link ObjectHeaderChunkV1} walks one of version 1.
     * Linear in the number of messages; looks at message headers only.
     *
     * @param creationOrderTracked from the header's prefix
     * @param areaAddress address in the file of {@code image[areaFrom]}, for messages
     * @throws dev.fallow.format.FormatException if a message reaches past the area, its flags contradict each other, or
     *     there are both a NIL message and a gap
     */
    public static ObjectHeaderChunk messages(
            byte[] image, int areaFrom, int areaTo, boolean creationOrderTracked, long areaAddress) {
        // no field of a message header depends on the sizes of offsets and lengths
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
