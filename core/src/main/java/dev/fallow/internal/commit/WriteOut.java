package dev.fallow.internal.commit;

import dev.fallow.Durability;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.Superblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Writes the state of a container to its file. A commit has five steps:
 *
 * <ol>
 *   <li>What the last commit does not refer to is written where it belongs: new blocks. (Elements of datasets are there
 *       already.) The file gets as long as it will be, and is forced.
 *   <li>What is overwritten, superblock included, is written into the journal, and that is forced. Now the commit is
 *       durable.
 *   <li>The same is written into the file, which is cut to its length. This is forced by the first step of the next commit,
 *       or by closing; until then the journal has it.
 * </ol>
 *
 * While a container is open for editing its superblock says so, as the reference library's does; in versions 0 to 2, where
 * that library does not care, with a flag that makes it refuse the file.
 */
public final class WriteOut implements AutoCloseable {
    /** The flags that say that the file is open for writing. */
    static final int WRITER_FLAGS =
            Superblock.OPEN_FOR_WRITE | Superblock.OPEN_FOR_SWMR_WRITE | Superblock.EDITED_BY_FALLOW;

    private static final int VERSION_WITH_FLAGS = 3;

    private MetadataCache cache;
    private FileSpace space;
    private final Storage storage;
    private final Journal journal;
    private final Durability durability;
    private final Set<Barrier> without;
    private AnySuperblock superblock;
    /** The superblock as it is in the file; zeros before it is written. */
    private byte[] inFile;
    /** Whether a force of the container failed: the system may have dropped what was written, and would not say so again. */
    private boolean forceFailed;

    private long commits;

    /**
     * @param superblock as it is in the file, or is to be in a new one
     * @param inFile its bytes there; null in a new file
     * @param journal null for a container that cannot be interrupted, since it is in memory; this closes it
     * @param without barriers that are left out; none but in tests
     */
    public WriteOut(
            ObjectStore store,
            AnySuperblock superblock,
            byte[] inFile,
            Journal journal,
            Durability durability,
            Set<Barrier> without) {
        cache = store.cache();
        space = store.space();
        storage = store.storage();
        this.journal = journal;
        this.durability = durability;
        this.without = without;
        this.superblock = superblock;
        this.inFile = inFile == null ? new byte[superblock.encodedLength()] : inFile;
    }

    /** The superblock as it was last written. */
    public AnySuperblock superblock() {
        return superblock;
    }

    private AnySuperblock marked(AnySuperblock other) {
        int flags = other.flags() | Superblock.OPEN_FOR_WRITE;
        if (journal != null && other.version() < VERSION_WITH_FLAGS) {
            flags |= Superblock.EDITED_BY_FALLOW;
        }
        return other.withFlags(flags);
    }

    /** Goes on with what was made anew from the last commit. */
    public void continueWith(ObjectStore store) {
        cache = store.cache();
        space = store.space();
    }

    /** Whether the file holds a container: of a new one there has been a commit. */
    public boolean isInFile() {
        return inFile[0] != 0;
    }

    /** Says in the file that a writer has it open. */
    public void markOpen() throws IOException {
        AnySuperblock marked = marked(superblock);
        if (journal != null) {
            boolean force = !without.contains(Barrier.RECORD_BEFORE_MARK);
            journal.write(inFile, Recovery.encoded(marked), marked.endOfFile(), List.of(), force);
            if (force) {
                journal.forceEntry();
            }
        }
        writeSuperblock(marked);
    }

    /**
     * Leaves the file as the last commit left it, without a mark, for others. What was changed since is lost. If a force has
     * failed the file may not be what the last commit was: then it stays marked, and the journal has that commit.
     */
    public void abandon() throws IOException {
        if (isInFile() && !forceFailed) {
            markClosed();
        }
    }

    /** Takes that back: the container is closed, and whole without the journal, which goes. */
    public void markClosed() throws IOException {
        if (storage.size() > superblock.endOfFile()) { // a crash has left more than was committed
            storage.resize(superblock.endOfFile());
        }
        forceAtClose(Barrier.APPLIED_BEFORE_UNMARKED);
        writeSuperblock(superblock.withFlags(superblock.flags() & ~WRITER_FLAGS));
        forceAtClose(Barrier.UNMARKED_BEFORE_REMOVED);
        if (journal != null) {
            journal.remove();
        }
    }

    /**
     * Commits all changes; when this returns, the file is what the container is, and as long as it says. If it fails, it can
     * be called again, unless a force of the file has failed.
     *
     * @throws dev.fallow.CorruptFileException if structures overlap; nothing was written then
     * @param described the superblock that belongs to them, except for the end of allocation and the flags
     */
    public void write(AnySuperblock described) throws IOException {
        if (forceFailed) {
            throw new IOException("what was written to the file may have been lost; the last commit is safe:"
                    + " close the container and open it again");
        }
        AnySuperblock changed = marked(described.withEndOfAllocation(space.endOfAllocation()));
        long length = changed.endOfFile();
        cache.seal();
        cache.writeOut(this::isNew);
        if (storage.size() < length) {
            storage.resize(length);
        }
        if (journal != null) {
            if (durability == Durability.EACH_COMMIT) {
                force(Barrier.NEW_BLOCKS_BEFORE_RECORD);
            }
            boolean force = !without.contains(Barrier.RECORD_BEFORE_APPLYING);
            journal.write(inFile, Recovery.encoded(changed), length, cache.dirtyBlocks(), force);
            if (inFile[0] == 0) { // a new container
                journal.forceEntry();
            }
        }
        cache.writeOut(any -> true);
        writeSuperblock(changed);
        if (storage.size() > length) {
            storage.resize(length);
        }
        commits++;
    }

    private boolean isNew(DirtyBlock block) {
        return without.contains(Barrier.JOURNAL_FIRST) || space.freeInLastCommit(block.address(), block.length());
    }

    private void forceAtClose(Barrier barrier) throws IOException {
        if (durability != Durability.NEVER) {
            force(barrier);
        }
    }

    private void force(Barrier barrier) throws IOException {
        if (without.contains(barrier)) {
            return;
        }
        boolean forced = false;
        try {
            storage.force();
            forced = true;
        } finally {
            forceFailed |= !forced;
        }
    }

    private void writeSuperblock(AnySuperblock changed) throws IOException {
        byte[] bytes = Recovery.encoded(changed);
        if (!Arrays.equals(bytes, inFile)) {
            storage.write(changed.baseAddress(), ByteBuffer.wrap(bytes));
            inFile = bytes;
        }
        superblock = changed;
    }

    /** How many commits were written. */
    public long commits() {
        return commits;
    }

    /** How much was written into the journal. */
    public Counter journalCounter() {
        return journal == null ? new Counter() : journal.counter();
    }

    /** Lets the journal go. It stays where it is, unless the container has been marked as closed. */
    @Override
    public void close() throws IOException {
        if (journal != null) {
            journal.close();
        }
    }
}
