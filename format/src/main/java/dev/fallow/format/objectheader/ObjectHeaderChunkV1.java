package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * The message area of one chunk of a version 1 object header: consecutive messages without a gap; NIL messages fill
 * unused space. In chunk 0 it follows the {@link ObjectHeaderPrefixV1}. A continuation chunk consists only of a message
 * area, without signature or checksum; its length is in the continuation message that points to it.
 */
public final class ObjectHeaderChunkV1 {
    private ObjectHeaderChunkV1() {}

    /**
     * Finds the messages in {@code image[areaFrom, areaTo)}. Linear in the number of messages; reads message headers
     * only.
     *
     * @param areaAddress the address of {@code image[areaFrom]} in the file, for error messages
     * @return the messages in storage order, with creation index 0, and an empty gap
     * @throws dev.fallow.format.FormatException if a message reaches past the area, fewer bytes are left than a message
     *     header has, or a message header is refused (see {@link MessageHeaderV1#decode}); libhdf5 refuses the same
     */
    public static ObjectHeaderChunk messages(byte[] image, int areaFrom, int areaTo, long areaAddress) {
        // the fields of a message header do not depend on the sizes of offsets and lengths
        FieldReader in = FieldReader.of(
                image, areaFrom, areaTo, FieldSizes.EIGHT, ObjectHeaderPrefix.STRUCTURE + " message", areaAddress);
        List<MessageSlot> messages = new ArrayList<>();
        while (in.remaining() >= MessageHeaderV1.LENGTH) {
            int at = in.position();
            MessageHeaderV1 header = MessageHeaderV1.decode(in);
            if (header.size() > in.remaining()) {
                throw in.fail("expected " + MessageType.titleOf(header.type()) + " of " + header.size()
                        + " bytes to end inside its chunk, found " + in.remaining() + " bytes left");
            }
            messages.add(new MessageSlot(header.type(), header.flags(), at, in.position(), header.size(), 0));
            in.skip(header.size());
        }
        if (in.remaining() > 0) {
            throw in.fail(
                    "expected no gap in a chunk of a version 1 header, found one of " + in.remaining() + " bytes");
        }
        return new ObjectHeaderChunk(messages, in.position(), 0);
    }
}
