package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Distinguishes journals from other files. */
final class JournalContent {
    /** The largest all-zero file recognised as a journal, in bytes; scanning it takes time. */
    private static final int MOST_ZEROS = 64 << 20;

    private static final int PIECE_BYTES = 1 << 18;
    private static final byte[] SIGNATURE = CommitRecord.signature();

    private JournalContent() {}

    /**
     * Whether a file is a journal, or an incompletely created one. A journal is empty at first. Then it has either a
     * record in the second slot or, before a record with blocks, the signature in the first. If the machine goes down
     * before that is forced, any of the bytes written may be zero instead.
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

    /** Whether each byte is zero, or belongs to a first record being written. */
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
