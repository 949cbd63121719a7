package dev.fallow.internal.commit;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.journal.JournalBlock;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.internal.commit.JournalFindings.State;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Completes an interrupted commit. A record is applied only if it is intact and belongs to the container:
 *
 * <ul>
 *   <li>A container whose superblock is intact and not marked as open was closed properly; the journal is left over.
 *   <li>Otherwise every byte of the superblock must match the superblock before the commit, the one after it, or the
 *       one after it without the mark: it is one of these three, or a torn write between them.
 *   <li>If the journal is the same file that the record was written to (not a copy), the container must also be the
 *       same file; a file that replaced it is not touched.
 *   <li>The container must be as long as the commit requires: it was extended, and forced, before the record was
 *   written.
 * </ul>
 *
 * Anyone with write access to the directory can forge a journal. A record is therefore intact only if its superblocks
 * are such as {@link WriteOut} writes, and its blocks are ascending, disjoint, and between the superblock and the end
 * of the container. This bounds a body by the size of the container and prevents writes outside it.
 *
 * <p>Applying a record is idempotent: an interrupted recovery is repeated from the start.
 */
public final class Recovery {
    private static final int PIECE_BYTES = 1 << 18;
    /** The largest all-zero file recognised as a journal, in bytes; scanning it takes time. */
    private static final int MOST_ZEROS = 64 << 20;

    private static final byte[] SIGNATURE = CommitRecord.signature();

    private final Storage container;
    private final Storage journal;
    private final Sidecar place;

    /** @param place the identities of the two files in the file system */
    public Recovery(Storage container, Storage journal, Sidecar place) {
        this.container = container;
        this.journal = journal;
        this.place = place;
    }

    /** Receives the blocks of a body. */
    @FunctionalInterface
    interface BlockVisitor {
        /** @param bytes the block from this position on, or part of it; the next part follows in the next call */
        void piece(long position, ByteBuffer bytes) throws IOException;
    }

    /**
     * Examines both files and changes nothing. O(bytes of the journal), and at most 13 times the bytes of the
     * container.
     */
    public JournalFindings inspect() throws IOException {
        if (journal.size() == 0) {
            return new JournalFindings(State.NONE, null, "the journal is empty");
        }
        if (!isJournal(journal)) {
            return new JournalFindings(
                    State.NOT_A_JOURNAL,
                    null,
                    "its content is not that of a journal, so it is never written or removed; find out what it is and move it away");
        }
        CommitRecord first = record(0);
        CommitRecord second = record(CommitRecord.SLOT_BYTES);
        CommitRecord newest = first == null || second != null && second.sequence() > first.sequence() ? second : first;
        if (newest == null) {
            return new JournalFindings(
                    State.UNREADABLE,
                    null,
                    "the journal has no intact commit record; its container may never have been created");
        }
        return judge(newest);
    }

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
        int to = from + SIGNATURE.length;
        return slots.length >= to && Arrays.equals(slots, from, to, SIGNATURE, 0, SIGNATURE.length);
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

    /** The record at a position if it is intact and has an intact body; otherwise null. */
    private CommitRecord record(long position) throws IOException {
        int length = (int) Math.min(CommitRecord.mostLength(), journal.size() - position);
        if (length <= 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        journal.read(position, ByteBuffer.wrap(bytes));
        try {
            CommitRecord record =
                    CommitRecord.decode(FieldReader.of(bytes, FieldSizes.EIGHT, CommitRecord.STRUCTURE, position));
            if (record.position() != position || !hasConsistentImages(record)) {
                return null;
            }
            if (record.blocks() > 0 && record.bodyEnd() > journal.size() || bytesOfBlocks(record) > container.size()) {
                return null;
            }
            CRC32C checksum = new CRC32C();
            boolean inside = forEachBlock(record, checksum, (at, piece) -> {});
            return inside && (int) checksum.getValue() == record.bodyChecksum() ? record : null;
        } catch (FormatException e) {
            return null; // torn, or never written: the other slot counts
        }
    }

    /**
     * Whether a record's images are such as {@link WriteOut} makes. After the commit: a superblock marked as open, at
     * the position in the record, of a file of the length in the record. Before it: a superblock of the same version
     * and sizes, or of a version that is upgraded to that one, whose last bytes stay; or zeros in a new file.
     */
    private static boolean hasConsistentImages(CommitRecord record) {
        byte[] image = record.after();
        AnySuperblock after = FoundSuperblock.decoded(image);
        byte[] old = record.before();
        if (after == null
                || !Arrays.equals(WriteOut.over(old, FoundSuperblock.encoded(after)), image)
                || (after.flags() & Superblock.OPEN_FOR_WRITE) == 0
                || after.baseAddress() != record.superblockPosition()
                || after.endOfFile() != record.endOfFile()) {
            return false;
        }
        boolean whole = after.encodedLength() == image.length;
        if (Arrays.equals(old, new byte[old.length])) {
            return whole;
        }
        AnySuperblock before = FoundSuperblock.decoded(old);
        return before != null
                && (whole ? before.version() == after.version() : isUpgraded(before, after, old))
                && before.sizes().equals(after.sizes());
    }

    private static boolean isUpgraded(AnySuperblock before, AnySuperblock after, byte[] old) {
        return before.version() < Superblock.FIRST_WITH_EXTENSION
                && after.version() == Superblock.FIRST_WITH_EXTENSION
                && before.encodedLength() == old.length
                && before.rootAddress() == after.rootAddress();
    }

    /** The superblock image of a consistent record without the mark. */
    private static byte[] unmarked(CommitRecord record) {
        AnySuperblock superblock = FoundSuperblock.decoded(record.after());
        return WriteOut.over(
                record.before(),
                FoundSuperblock.encoded(superblock.withFlags(superblock.flags() & ~WriteOut.WRITER_FLAGS)));
    }

    private static long bytesOfBlocks(CommitRecord record) {
        return record.bodyLength() - (long) JournalBlock.LENGTH * record.blocks();
    }

    /**
     * Visits the blocks of a record in parts.
     *
     * @return whether the body consists of the number of blocks in the record, in ascending order, all of them between
     *     the superblock and the end of the container
     */
    private boolean forEachBlock(CommitRecord record, CRC32C checksum, BlockVisitor visitor) throws IOException {
        long at = record.bodyPosition();
        long least = record.superblockPosition() + record.after().length;
        for (int i = 0; i < record.blocks(); i++) {
            if (record.bodyEnd() - at < JournalBlock.LENGTH) {
                return false;
            }
            byte[] header = new byte[JournalBlock.LENGTH];
            journal.read(at, ByteBuffer.wrap(header));
            checksum.update(header);
            JournalBlock block =
                    JournalBlock.decode(FieldReader.of(header, FieldSizes.EIGHT, JournalBlock.STRUCTURE, at));
            at += JournalBlock.LENGTH;
            if (block.length() > record.bodyEnd() - at
                    || block.position() < least
                    || block.end() > record.endOfFile()) {
                return false;
            }
            least = block.end();
            ByteBuffer piece = ByteBuffer.allocate(Math.min(block.length(), PIECE_BYTES));
            for (int done = 0; done < block.length(); done += piece.limit()) {
                piece.clear().limit(Math.min(piece.capacity(), block.length() - done));
                journal.read(at + done, piece);
                piece.flip();
                checksum.update(piece.duplicate());
                visitor.piece(block.position() + done, piece);
            }
            at += block.length();
        }
        return at == record.bodyEnd();
    }

    private JournalFindings judge(CommitRecord record) throws IOException {
        boolean sameJournal = record.origin().journal() != 0 && record.origin().journal() == place.id();
        boolean containerKnown = record.origin().container() != 0 && place.containerId() != 0;
        boolean sameContainer = record.origin().container() == place.containerId();
        FoundSuperblock superblock = FoundSuperblock.in(container);
        if (superblock.position() >= 0 && superblock.position() != record.superblockPosition()) {
            return foreign(
                    record,
                    "the container's superblock is at %d, the journal expects it at %d"
                            .formatted(superblock.position(), record.superblockPosition()));
        }
        byte[] found = superblockBytes(record);
        byte[] unmarked = unmarked(record);
        if (superblock.isClosed()) {
            boolean ours = Arrays.equals(found, record.before())
                    || Arrays.equals(found, unmarked)
                    || sameJournal && containerKnown && sameContainer;
            return ours
                    ? new JournalFindings(State.STALE, record, "the container was closed after the journal was written")
                    : foreign(record, "the container is closed, and its state does not match the journal");
        }
        if (sameJournal && containerKnown && !sameContainer) {
            return foreign(record, "the journal was written for another file of the same name");
        }
        if (record.endOfFile() > container.size()) {
            return foreign(
                    record,
                    "commit %d expects a file of %d bytes, and the container has %d"
                            .formatted(record.sequence(), record.endOfFile(), container.size()));
        }
        byte[] before = record.before();
        byte[] after = record.after();
        for (int i = 0; i < found.length; i++) {
            if (found[i] != before[i] && found[i] != after[i] && found[i] != unmarked[i]) {
                return foreign(
                        record,
                        "byte %d of the container's superblock is 0x%02x; before commit %d it was 0x%02x, after it 0x%02x"
                                .formatted(i, found[i], record.sequence(), before[i], after[i]));
            }
        }
        if (!record.forced() && record.origin().boot() != Journal.boot()) {
            return new JournalFindings(
                    State.DOUBTFUL,
                    record,
                    "the machine was rebooted after commit %d was written, and nothing had been forced to the medium"
                            .formatted(record.sequence()));
        }
        return new JournalFindings(
                State.PENDING,
                record,
                "commit %d, written by process %d, may not be in the container yet"
                        .formatted(record.sequence(), record.origin().process()));
    }

    private static JournalFindings foreign(CommitRecord record, String reason) {
        return new JournalFindings(State.FOREIGN, record, reason);
    }

    /** The bytes at the superblock's position, zero past the end of the file. */
    private byte[] superblockBytes(CommitRecord record) throws IOException {
        byte[] bytes = new byte[record.after().length];
        long present = Math.min(bytes.length, container.size() - record.superblockPosition());
        if (present > 0) {
            container.read(record.superblockPosition(), ByteBuffer.wrap(bytes, 0, (int) present));
        }
        return bytes;
    }

    /**
     * Applies a record found by {@link #inspect} to the container, removes the superblock's mark, and forces the
     * container. The journal is left in place.
     *
     * <p>A program that was killed may have written the record without having forced it. If the machine goes down while
     * parts of the commit are being written, the record must still be there; therefore the journal is forced first.
     */
    public void apply(CommitRecord record) throws IOException {
        journal.force(Barrier.RECORD_BEFORE_RECOVERING);
        if (journal.observes(Barrier.RECORD_BEFORE_RECOVERING)) {
            place.forceEntry();
        }
        forEachBlock(record, new CRC32C(), container::write);
        container.write(record.superblockPosition(), ByteBuffer.wrap(record.after()));
        if (container.size() > record.endOfFile()) {
            container.resize(record.endOfFile());
        }
        container.force(Barrier.RECOVERED_BEFORE_UNMARKED);
        container.write(record.superblockPosition(), ByteBuffer.wrap(unmarked(record)));
        container.force(Barrier.RECOVERED_BEFORE_REMOVED);
    }

    /** Recovers from a journal, and removes it if it is no longer needed. */
    public RecoveryReport recover() throws IOException {
        JournalFindings found = inspect();
        switch (found.state()) {
            case PENDING -> apply(found.record());
            case STALE -> // a program that was killed may have removed the mark without having forced that
                container.force(Barrier.UNMARKED_BEFORE_REMOVED);
            case NONE -> {
                // no longer needed
            }
            default -> {
                return report(Outcome.REFUSED, found);
            }
        }
        place.remove();
        place.forceEntry();
        return report(found.state() == State.PENDING ? Outcome.RECOVERED : Outcome.REMOVED, found);
    }

    /** Reports what {@link #recover} would do. */
    public RecoveryReport foresee() throws IOException {
        JournalFindings found = inspect();
        return report(
                switch (found.state()) {
                    case PENDING -> Outcome.PENDING;
                    case NONE, STALE -> Outcome.LEFT_OVER;
                    default -> Outcome.REFUSED;
                },
                found);
    }

    private RecoveryReport report(Outcome outcome, JournalFindings found) {
        CommitRecord record = found.record();
        return record == null
                ? new RecoveryReport(outcome, place.name(), found.reason(), 0, 0, 0)
                : new RecoveryReport(
                        outcome,
                        place.name(),
                        found.reason(),
                        record.sequence(),
                        record.blocks(),
                        bytesOfBlocks(record));
    }

    /** A read-only view of the container with a record applied. Holds the record's blocks in memory. */
    public Storage view(CommitRecord record) throws IOException {
        RecoveredView view = new RecoveredView(container, record.endOfFile());
        view.put(record.superblockPosition(), ByteBuffer.wrap(unmarked(record)));
        forEachBlock(record, new CRC32C(), view::put);
        return view;
    }
}
