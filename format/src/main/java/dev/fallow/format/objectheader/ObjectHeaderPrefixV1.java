package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;

/**
 * Version 1 data object header prefix: the bytes before the messages of chunk 0.
 *
 * <pre>
 *   bytes  field
 *     1    version, 1
 *     1    reserved, 0
 *     2    number of messages in all chunks, including NIL and continuation messages
 *     4    reference count: number of hard links to the object
 *     4    size of the message area of chunk 0, in bytes: a multiple of 8; 0 if there are no messages, otherwise at least 8
 *     4    padding, 0, so that messages start at a multiple of 8
 * </pre>
 *
 * The message area follows: see {@link ObjectHeaderChunk#messagesV1}. There is no signature, checksum, time or creation order;
 * attributes are always compact.
 */
public record ObjectHeaderPrefixV1(int messageCount, long referenceCount, long messageAreaSize) {
    /** The length of a prefix in bytes. */
    public static final int LENGTH = 16;

    public static final Layout LAYOUT = Layout.of(
            ObjectHeaderPrefix.STRUCTURE, "", "version:1 reserved:1 messages:2 linkCount:4 messageBytes:4 reserved:4");
    /** The maximum number of messages in an object header. */
    public static final int MAX_MESSAGES = 0xFFFF;
    /** The maximum size of the message area of chunk 0, in bytes. */
    public static final long MAX_MESSAGE_AREA_SIZE = 0xFFFF_FFF8L;

    public ObjectHeaderPrefixV1 {
        if (messageCount < 0
                || messageCount > MAX_MESSAGES
                || referenceCount < 0
                || referenceCount > 0xFFFF_FFFFL
                || messageAreaSize < 0
                || messageAreaSize > MAX_MESSAGE_AREA_SIZE) {
            throw new IllegalArgumentException("object header of " + messageCount + " messages in " + messageAreaSize
                    + " bytes, " + referenceCount + " references");
        }
        FieldWriter.refuse("", problem(messageCount, messageAreaSize));
    }

    private static String problem(int messages, long size) {
        if (messages == 0 ? size != 0 : size < MessageHeaderV1.LENGTH) {
            return "expected a message area for " + messages + " messages, found one of " + size + " bytes";
        }
        if (size % 8 != 0) {
            return "expected a message area of a multiple of 8 bytes, found " + size;
        }
        return null;
    }

    /**
     * Reads a prefix and advances the reader to the first message. The size of the message area is not compared with
     * the remaining bytes, so that a prefix can be read before the rest of the chunk.
     *
     * <p>Like libhdf5, refuses a message area without messages and messages without an area. Also refuses a size that
     * is not a multiple of 8, which libhdf5 detects when it reads the messages.
     */
    public static ObjectHeaderPrefixV1 decode(FieldReader in) {
        in.version(1);
        in.skip(1);
        int messages = in.u16();
        long references = in.u32();
        long size = in.u32();
        in.refuse(problem(messages, size), 4);
        in.skip(4);
        return new ObjectHeaderPrefixV1(messages, references, size);
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.u8(1)
                .u8(0)
                .u16(messageCount)
                .u32(referenceCount)
                .u32(messageAreaSize)
                .zeros(4);
    }

    /** The length of chunk 0 in bytes: prefix and message area. */
    public long chunkLength() {
        return LENGTH + messageAreaSize;
    }

    /**
     * Compares the number of messages with the number found.
     *
     * <p>libhdf5 refuses a header with more messages in chunk 0 than the prefix states. It compares the total of all
     * chunks only in strict mode, and files with a higher number in the prefix exist.
     *
     * @param found the number of messages found so far, in chunk 0 or in all chunks
     */
    public void checkMessageCount(long found, long address) {
        if (found > messageCount) {
            throw new FormatException(
                    ObjectHeaderPrefix.STRUCTURE,
                    address,
                    "expected at most the stated " + messageCount + " messages, found " + found);
        }
    }
}
