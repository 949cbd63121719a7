package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Tells journals from the files of others. */
final class JournalContent {
    /** Nothing but zeros is a journal only up to here: it takes time to look at it. */
    private static final int MOST_ZEROS = 64 << 20;

    private static final int PIECE_BYTES = 1 << 18;
    private static final byte[] SIGNATURE = CommitRecord.signature();

    private JournalContent() {}

    /**
     * Whether a file is a journal, or what is left of one that was being created. A journal is empty first; then there is a
     * record in the second slot, or, before a record that has blocks, the signature in the first one. If the machine goes
     * down before that is forced, each byte that was written may be zero instead.
     */
    static boolean isJournal(Storage file) throws IOException {
        long size = file.size();
        byte[] slots = new byte[(int) Math.min(size, CommitRecord.FIRST_BODY)];
        file.read(0, ByteBuffer.wrap(slots));
        return isRecord(slots, 0)
                || isRecord(slots, CommitRecord.SLOT_BYTES)
                || isTorn(slots) && isZero(file, CommitRecord.FIRST_BODY, size);
    }

    private static boolean isRecord(byte[] slots, int from) {
        boolean record = slots.length >= from + SIGNATURE.length;
        for (int i = 0; record && i < SIGNATURE.length; i++) {
            record = slots[from + i] == SIGNATURE[i];
        }
        return record;
    }

    /** Whether each byte is zero, or where a first record is being written. */
    private static boolean isTorn(byte[] slots) {
        for (int i = 0; i < slots.length; i++) {
            int inSlot = i % CommitRecord.SLOT_BYTES;
            boolean written = inSlot < SIGNATURE.length
                    ? slots[i] == SIGNATURE[inSlot]
                    : i >= CommitRecord.SLOT_BYTES && inSlot < CommitRecord.mostLength();
            if (slots[i] != 0 && !written) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(Storage file, long from, long to) throws IOException {
        if (to > MOST_ZEROS) {
            return false;
        }
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        for (long at = from; at < to; at += piece.limit()) {
            piece.clear().limit((int) Math.min(piece.capacity(), to - at));
            file.read(at, piece);
            for (int i = 0; i < piece.limit(); i++) {
                if (piece.get(i) != 0) {
                    return false;
                }
            }
        }
        return true;
    }
}
