package dev.fallow.research.hashtable;

import dev.fallow.CorruptFileException;
import dev.fallow.research.blockstore.BlockStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * An entry, stored as a block. Little-endian; only the pointer is ever modified, by one write of 8 bytes inside one
 * sector.
 *
 * <pre>
 *   bytes  field
 *     8    address of the next entry of the bucket; -1 if there is none
 *     8    hash of the key
 *     4    length of the key
 *     4    length of the value
 *     4    CRC-32C over hash, lengths, key and value
 *     4    0
 *     -    key, value
 * </pre>
 *
 * @param address of the entry's block
 * @param next the address of the next entry of the bucket; -1 if there is none
 * @param hash of the key
 * @param keyLength in bytes
 * @param valueLength in bytes
 * @param checksum of all fields except the pointer
 * @param beginning the bytes read so far, from the start of the block
 */
record TableEntry(
        long address, long next, long hash, int keyLength, int valueLength, int checksum, ByteBuffer beginning) {
    /** The length of the fields before the key, in bytes. */
    static final int HEADER = 32;

    /** The maximum array length that every JVM supports. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /** The number of bytes to read for an entry with its value; enough for most small objects. */
    static final int WHOLE = 4096 - 32;

    /** The number of bytes to read for an entry with its key; enough for most keys. */
    static final int KEY = 256 - 32;

    /**
     * The length of an entry in bytes.
     *
     * @throws IllegalArgumentException if it exceeds the maximum array length
     */
    static int length(int keyLength, int valueLength) {
        long length = (long) HEADER + keyLength + valueLength;
        if (length > MOST) {
            throw new IllegalArgumentException("a key of " + keyLength + " and a value of " + valueLength
                    + " bytes: expected together at most " + (MOST - HEADER));
        }
        return (int) length;
    }

    static ByteBuffer encode(long next, long hash, byte[] key, byte[] value) {
        ByteBuffer target =
                ByteBuffer.allocate(length(key.length, value.length)).order(ByteOrder.LITTLE_ENDIAN);
        target.putLong(next).putLong(hash).putInt(key.length).putInt(value.length);
        target.putInt(0).putInt(0).put(key).put(value);
        target.putInt(24, checksum(target)).flip();
        return target;
    }

    /**
     * Reads an entry's first bytes.
     *
     * @param count the number of bytes, at least {@link #HEADER}
     * @throws CorruptFileException if there is no entry at the address
     */
    static TableEntry read(BlockStore store, long address, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        try {
            store.readBeginning(address, bytes);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException("hash table: a pointer leads to " + address + ", " + e.getMessage(), e);
        }
        bytes.flip();
        if (bytes.limit() < HEADER) {
            throw new CorruptFileException(
                    "hash table: a pointer leads to a block of " + bytes.limit() + " bytes at " + address);
        }
        TableEntry entry = new TableEntry(
                address,
                bytes.getLong(0),
                bytes.getLong(8),
                bytes.getInt(16),
                bytes.getInt(20),
                bytes.getInt(24),
                bytes);
        if (entry.keyLength < 0
                || entry.valueLength < 0
                || (long) HEADER + entry.keyLength + entry.valueLength > store.capacity(address)) {
            throw new CorruptFileException("hash table: entry at " + address + " with a key of " + entry.keyLength
                    + " and a value of " + entry.valueLength + " bytes in a block of " + store.capacity(address));
        }
        return entry;
    }

    boolean hasKey(BlockStore store, long wantedHash, byte[] key) {
        return hash == wantedHash && keyLength == key.length && Arrays.equals(key(store), key);
    }

    byte[] key(BlockStore store) {
        return part(store, HEADER, keyLength);
    }

    /** @throws CorruptFileException if the checksum is wrong */
    byte[] value(BlockStore store) {
        int length = HEADER + keyLength + valueLength;
        byte[] all = part(store, 0, length);
        int computed = checksum(ByteBuffer.wrap(all));
        if (computed != checksum) {
            throw new CorruptFileException("hash table: checksum of the entry at %d: stored 0x%08x, computed 0x%08x"
                    .formatted(address, checksum, computed));
        }
        return Arrays.copyOfRange(all, HEADER + keyLength, length);
    }

    private byte[] part(BlockStore store, int from, int count) {
        byte[] bytes = new byte[count];
        int present = Math.min(count, Math.max(0, beginning.limit() - from));
        beginning.get(from, bytes, 0, present);
        if (present < count) {
            store.read(address, (long) from + present, ByteBuffer.wrap(bytes, present, count - present));
        }
        return bytes;
    }

    private static int checksum(ByteBuffer entry) {
        CRC32C crc = new CRC32C();
        crc.update(entry.slice(8, 16));
        crc.update(entry.slice(HEADER, entry.capacity() - HEADER));
        return (int) crc.getValue();
    }
}
