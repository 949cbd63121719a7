package dev.fallow.internal.blockstore;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a block; figures 1 and 2 of the paper, and what recovery needs. Little-endian.
 * <pre>
 *   bytes  field
 *     4    code bytes: of the session that wrote the header (section 2.4.3)
 *     4    CRC-32C over the store's identity, the position of the header and all other bytes of it
 *     8    size of the block, bytes: positive if it is allocated, negative if it is free (the paper's convention)
 *     7    sequence number: a header that was written later has a larger one
 *     1    flags: 1, the header was found damaged and this one took its place
 *     8    pointer: the next block of a list (methods II and III), the address of the block (headers apart), else -1
 * </pre>
 *
 * <p>A block keeps valid headers of former blocks inside of it. That does not matter as long as blocks are found from their
 * neighbours; where a damaged header makes the search go byte by byte, the sequence number tells the living from the dead.
 *
 * @param code code bytes
 * @param size bytes of the block, always positive here
 * @param allocated the allocation status
 * @param damaged whether the block's content and status are not known
 * @param sequence the sequence number
 * @param pointer what the method needs
 */
record BlockHeader(int code, long size, boolean allocated, boolean damaged, long sequence, long pointer) {
    /** Bytes of a header. */
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

    /** The header in a buffer; null if there is none, or it is damaged. */
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
