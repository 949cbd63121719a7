package dev.fallow.format.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/**
 * Record of version 2 B-tree type 7, and of a shared message list: a shared message. O: size of offsets. Ordered by
 * hash, unsigned, then by the bytes of the message.
 *
 * <pre>
 *   bytes  field
 *     1    location: 0 fractal heap, 1 object header
 *     4    hash of the message
 *   in a fractal heap:
 *     4      reference count
 *     8      ID in the heap
 *   in an object header:
 *     1      reserved, 0
 *     1      message type
 *     2      creation index of the message
 *     O      object header address
 *          zeros, up to the length of the longer form
 * </pre>
 *
 * The heap ID is its bytes as a little-endian number. Fields of the other location are 0; the address is then undefined.
 */
public record SharedMessageRecord(
        boolean inHeap,
        int hash,
        long referenceCount,
        long heapId,
        int messageType,
        int creationIndex,
        long headerAddress) {
    /** The length of a record in bytes: 17 for offsets of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return 5 + Math.max(12, 4 + sizes.offsets());
    }

    /** The hash of a message: the checksum of its body, with the number of its type as the initial value. */
    public static int hash(int messageType, byte[] body, int length) {
        return Checksum.of(body, 0, length, messageType);
    }

    /** A message in the heap. */
    public static SharedMessageRecord inHeap(int hash, long referenceCount, long heapId) {
        return new SharedMessageRecord(true, hash, referenceCount, heapId, 0, 0, Addresses.UNDEFINED);
    }

    /** A message in an object header. */
    public static SharedMessageRecord inHeader(int hash, int messageType, int creationIndex, long headerAddress) {
        return new SharedMessageRecord(false, hash, 0, 0, messageType, creationIndex, headerAddress);
    }

    public static SharedMessageRecord decode(FieldReader in) {
        FieldReader record = in.inner(length(in.sizes()), "shared message record");
        int location = record.u8("a location", 1);
        int hash = record.i32();
        if (location == 0) {
            return inHeap(hash, record.u32(), record.i64());
        }
        record.skip(1);
        return inHeader(hash, record.u8(), record.u16(), record.offset());
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.u8(inHeap ? 0 : 1).i32(hash);
        if (inHeap) {
            out.u32(referenceCount).i64(heapId);
        } else {
            out.u8(0).u8(messageType).u16(creationIndex).offset(headerAddress);
        }
        out.zeros(length(out.sizes()) - (out.position() - from));
    }
}
