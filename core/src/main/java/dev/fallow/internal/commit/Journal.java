package dev.fallow.internal.commit;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.journal.JournalBlock;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The journal beside a container, in the hands of the one who edits it: commit records and the blocks that they overwrite.
 * The layout is {@link CommitRecord}'s. The record of the last commit, and its body, stay whole while the next one is
 * written. When the container is closed the journal is removed.
 */
public final class Journal implements AutoCloseable {
    /** What is behind the name of a container in the name of its journal. */
    public static final String SUFFIX = ".fallow-journal";

    private static final int BUFFER_BYTES = 1 << 18;

    /** Behind a record with more, a journal is begun again: no program counts so far. */
    private static final long MOST_COMMITS = 1L << 62;

    /** Behind a record whose body ends later, too: no program writes so much. */
    private static final long MOST_BYTES = 1L << 40;

    private final Sidecar place;
    private final Storage file;
    private long base;
    private final boolean forced;
    private final CommitRecord.Origin origin;
    private final boolean separate;
    private final Counter counter = new Counter();
    private long sequence;
    /** Where the body of the last record lies, {@code [from, to)}. */
    private long lastFrom = CommitRecord.FIRST_BODY;

    private long lastTo = CommitRecord.FIRST_BODY;

    /**
     * Begins to write a journal that the container does not need any more. What is in it stays until the second record is
     * written, unless it has no record or one that cannot be gone on from; then the container is forced before it goes.
     *
     * @param file the journal's, owned by the caller; this closes it
     * @param last the newest record in it, or null: the next one gets a higher number
     * @param forced whether its records are forced
     * @param without barriers that are left out; none but in tests
     */
    public Journal(
            Sidecar place, Storage file, Storage container, CommitRecord last, boolean forced, Set<Barrier> without)
            throws IOException {
        this.place = place;
        this.file = file;
        this.forced = forced;
        separate = !without.contains(Barrier.RECORD_BESIDE_LAST);
        origin = new CommitRecord.Origin(
                place.containerId(),
                place.id(),
                Boot.id(),
                ProcessHandle.current().pid());
        boolean goesOn = last != null && last.sequence() < MOST_COMMITS && last.bodyEnd() < MOST_BYTES;
        if (!goesOn && file.size() > 0) {
            container.force();
            file.resize(0);
        }
        if (goesOn) {
            sequence = last.sequence();
            lastFrom = last.bodyPosition();
            lastTo = last.bodyEnd();
        }
    }

    /** Says the position of address 0 in the container, if that is not 0. */
    public void setBase(long newBase) {
        base = newBase;
    }

    /**
     * Writes the record of a commit. If it fails, the record before it is still whole, and this can be called again.
     *
     * @param before the superblock in the file
     * @param after the superblock of the commit
     * @param endOfFile bytes of the container file
     * @param blocks sealed; those that are not in the file yet, by address
     * @param force whether to force it, if records are forced at all
     */
    void write(byte[] before, byte[] after, long endOfFile, Collection<DirtyBlock> blocks, boolean force)
            throws IOException {
        long length = 0;
        long least = after.length;
        for (DirtyBlock block : blocks) {
            if (block.address() < least || base + block.end() > endOfFile) {
                throw new IOException(
                        "a block of %d bytes at address %d cannot be committed: expected it between %d and the end of the file"
                                .formatted(block.length(), block.address(), least));
            }
            least = block.end();
            length += JournalBlock.LENGTH + block.length();
        }
        if (length > 0 && file.size() == 0) {
            // whoever finds it after a kill before the record was written can tell that it is a journal
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
        if (forced && force) {
            counter.forced();
            file.force();
        }
        sequence = next;
        lastFrom = position;
        lastTo = record.bodyEnd();
    }

    //      the last body          the next one
    //  far enough behind          before it
    //  otherwise                  behind it
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

    /** Forces the entry in the folder: after the first record. */
    void forceEntry() throws IOException {
        if (forced) {
            counter.forced();
            place.forceEntry();
        }
    }

    /** The last record is not needed any more: the container is whole without it. */
    public void remove() throws IOException {
        place.remove();
        forceEntry();
    }

    /** How much was written. */
    Counter counter() {
        return counter;
    }

    /** Gives up the ownership; what was not removed stays. */
    @Override
    public void close() throws IOException {
        try (file) {
            if (file.size() == 0) {
                place.remove(); // never written: nothing depends on it
            }
        }
    }
}
