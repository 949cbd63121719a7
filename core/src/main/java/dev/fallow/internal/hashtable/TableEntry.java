package dev.fallow.internal.hashtable;

import dev.fallow.CorruptFileException;
import dev.fallow.blockstore.BlockStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * An entry, stored as a block. Little-endian; only the pointer is ever modified, by one write of 8 bytes inside one
 * sector.
 * <pre>
 *   bytes  field
 *     8    address of the next entry of the bucket; -1 if there is none
 *     8    hash of the key
 *     4    bytes of the key
 *     4    bytes of the value
 *     4    CRC-32C over hash, lengths, key and value
 *     4    0
 *     -    key, value
 * </pre>
 *
 * @param address of its block
 * @param next the next entry's; -1 if there is none
 * @param hash of the key
 * @param keyLength bytes of the key
 * @param valueLength bytes of the value
 * @param checksum over all but the pointer
 * @param beginning what has been read of the block, from its beginning
 */
record TableEntry(
        long address, long next, long hash, int keyLength, int valueLength, int checksum, ByteBuffer beginning) {
    /** Bytes before the key. */
    static final int HEADER = 32;

    /** The longest array there is in every JVM. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /** Enough for most entries of small objects. */
    static final int WHOLE = 4096 - 32;

    /** Enough for most keys. */
    static final int KEY = 256 - 32;

    /**
     * Bytes of an entry.
     *
     * @throws IllegalArgumentException if no array can hold them
     */
    static int length(int keyLength, int valueLength) {
        long length = (long) HEADER + keyLength + valueLength;
        if (length > MOST) {
            throw new IllegalArgumentException("a key of " + keyLength + " and a value of " + valueLength
                    + " bytes: together at most " + (MOST - HEADER));
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
     * @param count how many, at least {@link #HEADER}
     * @throws CorruptFileException if there is no entry
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
