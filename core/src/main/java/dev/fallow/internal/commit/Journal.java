package dev.fallow.internal.commit;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.journal.JournalBlock;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.commit.JournalFindings.State;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The journal of a container being edited: commit records and the blocks that they overwrite. {@link CommitRecord} has
 * the layout. The last commit's record and body stay intact while the next ones are written. The journal is removed
 * when the container is closed.
 */
public final class Journal implements AutoCloseable {
    /** The suffix that turns a container's name into its journal's name. */
    public static final String SUFFIX = ".fallow-journal";

    private static final Path LINUX_BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int BUFFER_BYTES = 1 << 18;

    /** A larger commit number is treated as invalid, and the journal is restarted: no program counts this far. */
    private static final long MOST_COMMITS = 1L << 62;

    /** A body end beyond this is treated likewise: no program writes this much. */
    private static final long MOST_BYTES = 1L << 40;

    private final Sidecar place;
    private final Storage file;
    private long base;
    private final boolean forced;
    private final CommitRecord.Origin origin;
    private final boolean separate;
    private final Storage container;
    /** Whether what the file has from an earlier session is of no use to this one, and is discarded before the first record. */
    private boolean discarding;
    /** Whether the container is complete without what the file has from an earlier session. */
    private final boolean leftOver;

    private boolean removed;

    private final Counter counter = new Counter();
    private long sequence;
    /** The extent of the last record's body, {@code [from, to)}. */
    private long lastFrom = CommitRecord.FIRST_BODY;

    private long lastTo = CommitRecord.FIRST_BODY;

    /**
     * A journal to be written, whose content the container no longer needs. Nothing is written before the first record. The content is kept until the second record is
     * written, unless it has no record that can be continued; then the container is forced before the content is
     * discarded.
     *
     * @param file the journal's file, owned by the caller and closed by this object
     * @param found what is in it. The next record gets a higher number than the newest one
     * @param forced whether records are forced
     */
    public Journal(Sidecar place, Storage file, Storage container, JournalFindings found, boolean forced)
            throws IOException {
        this.container = container;
        leftOver = found.state() == State.STALE
                || found.state() == State.PENDING
                || found.state() == State.UNREADABLE
                        && FoundSuperblock.in(container).isClosed();
        CommitRecord last = found.record();
        this.place = place;
        this.file = file;
        this.forced = forced;
        separate = file.observes(Barrier.RECORD_BESIDE_LAST);
        origin = new CommitRecord.Origin(
                place.containerId(), place.id(), boot(), ProcessHandle.current().pid());
        boolean goesOn = last != null && last.sequence() < MOST_COMMITS && last.bodyEnd() < MOST_BYTES;
        discarding = !goesOn;
        if (goesOn) {
            sequence = last.sequence();
            lastFrom = last.bodyPosition();
            lastTo = last.bodyEnd();
        }
    }

    /**
     * Identifies the current boot of the operating system, so that recovery can detect whether the machine went down after a
     * journal was written: a non-zero value that is constant until the machine is rebooted; 0 if unknown.
     */
    static long boot() {
        try {
            UUID id = UUID.fromString(Files.readString(LINUX_BOOT).trim());
            return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return 0; // another operating system: unknown
        }
    }

    /** Sets the container's position of address 0, if it is not 0. */
    public void setBase(long newBase) {
        base = newBase;
    }

    /**
     * Writes the record of a commit. If this fails, the previous record is still intact, and this can be called again.
     *
     * @param before the superblock currently in the file
     * @param after the superblock of the commit
     * @param endOfFile length of the container file in bytes
     * @param blocks sealed blocks, in address order; those not yet in the file
     * @param barrier the rule that requires the record to be forced, if records are forced at all
     */
    void write(byte[] before, byte[] after, long endOfFile, Collection<DirtyBlock> blocks, Barrier barrier)
            throws IOException {
        long length = 0;
        long least = after.length;
        for (DirtyBlock block : blocks) {
            if (block.address() < least || base + block.end() > endOfFile) {
                throw new IOException(
                        "block of %d bytes at address %d cannot be committed: expected between %d and the end of the file"
                                .formatted(block.length(), block.address(), least));
            }
            least = block.end();
            length += JournalBlock.LENGTH + block.length();
        }
        if (discarding && file.size() > 0) {
            container.force();
            file.resize(0);
        }
        discarding = false;
        if (length > 0 && file.size() == 0) {
            // lets recovery identify the file as a journal if the program is killed before the record is written
            counter.wrote(CommitRecord.signature().length);
            file.write(0, ByteBuffer.wrap(CommitRecord.signature()));
        }
        long position = placeFor(length);
        int checksum = writeBody(position, blocks);
        long next = separate ? sequence + 1 : sequence + 2;
        CommitRecord record = new CommitRecord(
                forced, blocks.size(), next, position, length, checksum, base, endOfFile, origin, before, after);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        record.encode(out);
        counter.wrote(out.position());
        file.write(record.position(), ByteBuffer.wrap(out.toByteArray()));
        if (forced) {
            counter.forced();
            file.force(barrier);
        }
        sequence = next;
        lastFrom = position;
        lastTo = record.bodyEnd();
    }

    //  space before the last body     place of the next one
    //  large enough                   before it
    //  otherwise                      after it
    private long placeFor(long length) {
        if (!separate || length <= lastFrom - CommitRecord.FIRST_BODY) {
            return CommitRecord.FIRST_BODY;
        }
        return (lastTo + CommitRecord.SLOT_BYTES - 1) / CommitRecord.SLOT_BYTES * CommitRecord.SLOT_BYTES;
    }

    private int writeBody(long position, Collection<DirtyBlock> blocks) throws IOException {
        CRC32C checksum = new CRC32C();
        FieldWriter header = new FieldWriter(FieldSizes.EIGHT);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long at = position;
        for (DirtyBlock block : blocks) {
            new JournalBlock(base + block.address(), block.length()).encode(header.clear());
            if (buffer.remaining() < JournalBlock.LENGTH + block.length()) {
                at = drain(buffer, at, checksum);
            }
            buffer.put(header.toByteArray());
            if (buffer.remaining() < block.length()) {
                at = drain(buffer, at, checksum);
                at = drain(
                        ByteBuffer.wrap(block.bytes(), block.from(), block.length())
                                .slice()
                                .position(block.length()),
                        at,
                        checksum);
            } else {
                buffer.put(block.bytes(), block.from(), block.length());
            }
        }
        drain(buffer, at, checksum);
        return (int) checksum.getValue();
    }

    private long drain(ByteBuffer buffer, long at, CRC32C checksum) throws IOException {
        buffer.flip();
        int bytes = buffer.remaining();
        if (bytes > 0) {
            checksum.update(buffer.duplicate());
            counter.wrote(bytes);
            file.write(at, buffer);
        }
        buffer.clear();
        return at + bytes;
    }

    /** Forces the directory entry, after the first record. */
    void forceFirst() throws IOException {
        if (file.observes(Barrier.RECORD_BEFORE_MARK)) {
            forceEntry();
        }
    }

    private void forceEntry() throws IOException {
        if (forced) {
            counter.forced();
            place.forceEntry();
        }
    }

    /** Removes the journal; the container is complete without it. */
    public void remove() throws IOException {
        place.remove();
        removed = true;
        forceEntry();
    }

    /** The name of the journal's file, for messages; null if nothing is left in it, so that closing removes it. */
    String left() {
        try {
            return removed || file.size() == 0 ? null : place.name();
        } catch (IOException e) {
            return place.name(); // not known to be empty
        }
    }

    /**
     * Ends a session that has written nothing: removes a journal of an earlier session if the container is complete without it. A program
     * that was killed may have removed the mark without having forced that.
     */
    void removeLeftOver() throws IOException {
        if (leftOver && file.size() > 0) {
            container.force(Barrier.UNMARKED_BEFORE_REMOVED);
            place.remove();
            place.forceEntry();
        }
    }

    /** Counts of writes to the journal. */
    Counter counter() {
        return counter;
    }

    /** Releases the lock. A journal that was not removed stays. */
    @Override
    public void close() throws IOException {
        try (file) {
            if (file.size() == 0) {
                place.remove(); // never written, so nothing depends on it
            }
        }
    }
}
