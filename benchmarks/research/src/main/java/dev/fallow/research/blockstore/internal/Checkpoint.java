package dev.fallow.research.blockstore.internal;

import dev.fallow.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A store's checkpoint, written alternately to two places, so that one of them is intact if writing the other one
 * fails. Little-endian.
 *
 * <pre>
 *   bytes  field
 *     8    number of the checkpoint; the one with the larger number is valid
 *     4    flags: 1 closed, and not changed since; 2 the lists on the medium are valid; 4 but may miss blocks
 *     4    generation: changes when the tail moves down and when a store is opened; determines the code bytes
 *     8*3  tail; limit of the storage space; root
 *     8    exclusive upper bound of the sequence numbers of headers
 *     8*2  position and length of the list of free blocks written on close; -1 if there is none
 *     4    CRC-32C of that list
 *     4    number of heads, n
 *     8    position of the first header area; -1 if there is none
 *    8*n   head of each list (DLH)
 *     4    CRC-32C over the store's identity and all the bytes before it
 * </pre>
 */
record Checkpoint(
        long number,
        boolean closed,
        boolean listsValid,
        boolean listsMiss,
        int generation,
        long tail,
        long limit,
        long root,
        long sequenceBound,
        long imagePosition,
        long imageBytes,
        int imageChecksum,
        long firstArea,
        long[] heads) {
    private static final int CLOSED = 1;
    private static final int LISTS_VALID = 2;
    private static final int LISTS_MISS = 4;
    private static final int FIXED = 8 + 4 + 4 + 3 * 8 + 8 + 2 * 8 + 4 + 4 + 8;

    static int bytes(int lists) {
        return FIXED + 8 * lists + 4;
    }

    /** Writes the checkpoint to the place of the older one. */
    void write(Disk disk, StoreHeader store) {
        ByteBuffer target = ByteBuffer.allocate(bytes(heads.length)).order(ByteOrder.LITTLE_ENDIAN);
        int flags = (closed ? CLOSED : 0) | (listsValid ? LISTS_VALID : 0) | (listsMiss ? LISTS_MISS : 0);
        target.putLong(number).putInt(flags).putInt(generation);
        target.putLong(tail).putLong(limit).putLong(root).putLong(sequenceBound);
        target.putLong(imagePosition).putLong(imageBytes).putInt(imageChecksum);
        target.putInt(heads.length).putLong(firstArea);
        for (long head : heads) {
            target.putLong(head);
        }
        target.putInt(checksum(store.storeId(), target.array(), target.position()));
        disk.write(store.checkpointPosition((int) (number & 1)), target.flip());
    }

    /**
     * Reads the newer of the intact checkpoints.
     *
     * @throws CorruptFileException if neither is intact, or its numbers are invalid
     */
    static Checkpoint read(Disk disk, StoreHeader store) {
        Checkpoint newest = null;
        for (int which = 0; which < 2; which++) {
            Checkpoint found = read(disk, store, which);
            if (found != null && (newest == null || found.number > newest.number)) {
                newest = found;
            }
        }
        if (newest == null) {
            throw new CorruptFileException(disk.name() + ": both checkpoints, at " + store.checkpointPosition(0)
                    + " and " + store.checkpointPosition(1) + ", are damaged");
        }
        int grain = store.options().policy().grain();
        if (newest.tail < store.spaceStart()
                || newest.limit < newest.tail
                || newest.tail % grain != 0
                || newest.limit % grain != 0
                || newest.sequenceBound < 0) {
            throw new CorruptFileException(disk.name() + ": tail at " + newest.tail + ", limit " + newest.limit
                    + "; the storage space starts at " + store.spaceStart() + ", the grain is " + grain);
        }
        return newest;
    }

    private static Checkpoint read(Disk disk, StoreHeader store, int which) {
        int length = bytes(store.lists());
        long position = store.checkpointPosition(which);
        if (disk.size() < position + length) {
            return null;
        }
        ByteBuffer source = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        disk.read(position, source);
        source.flip();
        if (source.getInt(length - 4) != checksum(store.storeId(), source.array(), length - 4)) {
            return null;
        }
        long number = source.getLong();
        int flags = source.getInt();
        int generation = source.getInt();
        long tail = source.getLong();
        long limit = source.getLong();
        long root = source.getLong();
        long sequenceBound = source.getLong();
        long imagePosition = source.getLong();
        long imageBytes = source.getLong();
        int imageChecksum = source.getInt();
        int lists = source.getInt();
        long firstArea = source.getLong();
        if (lists != store.lists()) {
            return null;
        }
        long[] heads = new long[lists];
        for (int i = 0; i < lists; i++) {
            heads[i] = source.getLong();
        }
        return new Checkpoint(
                number,
                (flags & CLOSED) != 0,
                (flags & LISTS_VALID) != 0,
                (flags & LISTS_MISS) != 0,
                generation,
                tail,
                limit,
                root,
                sequenceBound,
                imagePosition,
                imageBytes,
                imageChecksum,
                firstArea,
                heads);
    }

    private static int checksum(long storeId, byte[] bytes, int count) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(8).putLong(0, storeId));
        crc.update(bytes, 0, count);
        return (int) crc.getValue();
    }
}
