package dev.fallow.research.blockstore.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a block: figures 1 and 2 of the paper, with additional fields for recovery. Little-endian.
 *
 * <pre>
 *   bytes  field
 *     4    code bytes of the session that wrote the header (section 2.4.3)
 *     4    CRC-32C over the store's identity, the position of the header, and the header's other bytes
 *     8    size of the block in bytes: positive if it is allocated, negative if it is free (the paper's convention)
 *     7    sequence number: headers written later have larger ones
 *     1    flags: 1 this header replaces a damaged one
 *     8    pointer: the next block of a list (methods II and III), the address of the block (headers apart), or -1
 * </pre>
 *
 * <p>A block may contain valid headers of former blocks. They are not visited as long as each block leads to the next.
 * After a damaged header, where the search has to try each position, sequence numbers distinguish current headers from
 * former ones.
 *
 * @param code code bytes
 * @param size of the block in bytes, always positive
 * @param allocated the allocation status
 * @param damaged whether the block's content and status are unknown
 * @param sequence the sequence number
 * @param pointer its meaning depends on the method
 */
record BlockHeader(int code, long size, boolean allocated, boolean damaged, long sequence, long pointer) {
    /** The length of a header in bytes. */
    static final int BYTES = 32;

    /** No pointer. */
    static final long NONE = -1;

    private static final int SEQUENCE_BITS = 56;
    private static final long DAMAGED = 1;

    /** Writes the header into the next bytes of a buffer. */
    void encode(ByteBuffer target, long storeId, long position) {
        int start = target.position();
        target.order(ByteOrder.LITTLE_ENDIAN);
        target.putInt(code).putInt(0).putLong(allocated ? size : -size);
        target.putLong(sequence | (damaged ? DAMAGED << SEQUENCE_BITS : 0)).putLong(pointer);
        target.putInt(start + 4, checksum(target, start, storeId, position));
    }

    /** Reads the header in a buffer; null if there is none, or it is damaged. */
    static BlockHeader decode(ByteBuffer source, int start, long storeId, long position) {
        source.order(ByteOrder.LITTLE_ENDIAN);
        long size = source.getLong(start + 8);
        if (size == 0
                || size == Long.MIN_VALUE
                || source.getInt(start + 4) != checksum(source, start, storeId, position)) {
            return null;
        }
        long sequence = source.getLong(start + 16);
        return new BlockHeader(
                source.getInt(start),
                Math.abs(size),
                size > 0,
                sequence >>> SEQUENCE_BITS == DAMAGED,
                sequence & (1L << SEQUENCE_BITS) - 1,
                source.getLong(start + 24));
    }

    private static int checksum(ByteBuffer bytes, int start, long storeId, long position) {
        ByteBuffer all = ByteBuffer.allocate(16 + BYTES).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(storeId).putLong(position);
        all.put(bytes.slice(start, BYTES));
        all.putInt(20, 0);
        CRC32C crc = new CRC32C();
        crc.update(all.array());
        return (int) crc.getValue();
    }
}
