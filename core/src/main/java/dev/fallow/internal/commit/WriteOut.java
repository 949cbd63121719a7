package dev.fallow.internal.commit;

import dev.fallow.Durability;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.RunWriter;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the state of a container to its file. A commit has three steps:
 *
 * <ol>
 *   <li>New blocks, which the last commit does not refer to, are written in place. (Elements of datasets have already
 *       been written.) The file is extended to its final length and forced.
 *   <li>The new contents of the blocks to be overwritten, and the superblock before and after the commit, are written
 *       to the journal, which is forced. Now the commit is durable.
 *   <li>The same blocks are written to the file, which is truncated to its final length. These writes are forced by the first step of the next commit, or on close; until then the journal has a copy.
 * </ol>
 *
 * From the first change on the superblock is marked, as libhdf5 does when it opens a file for writing. In versions 0 to 2,
 * where libhdf5 ignores its own flags, a flag is set that makes it refuse the file.
 */
public final class WriteOut implements AutoCloseable {
    /** The flags that mark the file as open for writing. */
    static final int WRITER_FLAGS =
            Superblock.OPEN_FOR_WRITE | Superblock.OPEN_FOR_SWMR_WRITE | Superblock.EDITED_BY_FALLOW;

    private static final int VERSION_WITH_FLAGS = 3;

    private MetadataCache cache;
    private FileSpace space;
    private final Storage storage;
    /** The blocks that count instead of the file's before the first change; null if the file has no such image. */
    private final CacheImageStorage image;

    private final Journal journal;
    private final Durability durability;
    private AnySuperblock superblock;
    /** The superblock's bytes in the file; zeros before it is first written. */
    private byte[] inFile;
    /**
     * Whether a force of the container has failed. The system may have dropped the writes and would not report this
     * again.
     */
    private boolean forceFailed;
    /** Whether this session has tried to write the file. The journal is then needed, even if the file could not be marked. */
    private boolean tried;
    /** Whether the file is marked, or new. */
    private boolean begun;
    /** The superblock of the file before that; null for a new file. */
    private byte[] original;

    private long originalLength;
    /** Whether the file has the bytes of the superblock that were written last: not after a write that failed. */
    private boolean superblockKnown = true;

    private long commits;

    /**
     * @param superblock the superblock in the file, or the initial one of a new file
     * @param inFile the superblock's bytes in the file; null for a new file, which counts as zeros
     * @param image the metadata cache image of the file; null if it has none
     * @param journal closed by this object; null for an in-memory container, which needs none
     */
    public WriteOut(
            Storage storage,
            MetadataCache cache,
            FileSpace space,
            AnySuperblock superblock,
            byte[] inFile,
            CacheImageStorage image,
            Journal journal,
            Durability durability) {
        this.storage = storage;
        this.cache = cache;
        this.space = space;
        this.image = image;
        this.journal = journal;
        this.durability = durability;
        this.superblock = superblock;
        this.inFile = inFile == null ? new byte[superblock.encodedLength()] : inFile;
    }

    /** The last superblock written. */
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

    /** Continues with a cache and a space that were rebuilt from the last commit. */
    public void continueWith(MetadataCache rebuiltCache, FileSpace rebuiltSpace) {
        cache = rebuiltCache;
        space = rebuiltSpace;
    }

    /** Whether a first commit has been written. */
    public boolean isInFile() {
        return inFile[0] != 0;
    }

    /**
     * Marks the file as open for writing, after a first record in the journal. Called before each change; the first one marks a file
     * that exists. Until then nothing has been written, so a session that changes nothing leaves the file as it was. The blocks of a
     * metadata cache image get into the file with this record: the image stays valid until the change that follows is committed.
     *
     * @throws IOException if another program has written the file since it was opened, or has it open
     */
    public void markOpen() throws IOException {
        if (begun || !isInFile()) {
            return;
        }
        sayingWhatIsLeft(this::mark);
    }

    private void mark() throws IOException {
        checkUntouched();
        if (storage instanceof Versions versions) {
            versions.requireAlone();
        }
        tried = true;
        originalLength = storage.size();
        original = original == null ? inFile : original;
        List<DirtyBlock> blocks = image == null ? List.of() : image.differing();
        AnySuperblock marked = marked(superblock);
        if (journal != null) {
            journal.write(
                    inFile, FoundSuperblock.encoded(marked), marked.endOfFile(), blocks, Barrier.RECORD_BEFORE_MARK);
            journal.forceFirst();
        }
        writeSuperblock(marked);
        for (DirtyBlock block : blocks) {
            storage.write(
                    marked.baseAddress() + block.address(),
                    ByteBuffer.wrap(block.bytes(), block.from(), block.length()));
        }
        if (image != null) {
            image.setWritten();
        }
        begun = true;
        if (storage instanceof Versions versions) {
            versions.marked();
        }
    }

    /**
     * Unless a force has failed, restores the last commit and removes the mark; later changes are lost. After a failed force
     * the file stays marked, because it may differ from the last commit, which the journal has.
     */
    public void abandon() throws IOException {
        if (isInFile() && !forceFailed) {
            markClosed();
        }
    }

    /** As after a failed force, nothing more is written. */
    public void stop() {
        forceFailed = true;
    }

    /**
     * Removes the mark, and the journal, which the closed container no longer needs. A file that was not changed is not written; after
     * a change that was not committed it gets its superblock back as it was, byte for byte, and keeps what is behind the end of allocation.
     */
    public void markClosed() throws IOException {
        if (!begun) {
            if (journal != null && !tried) {
                journal.removeLeftOver();
            }
            return;
        }
        sayingWhatIsLeft(this::unmark);
    }

    private void unmark() throws IOException {
        checkUntouched();
        boolean unchanged = commits == 0 && original != null;
        long length = unchanged ? Math.max(originalLength, superblock.endOfFile()) : superblock.endOfFile();
        if (storage.size() > length) { // a crash can leave the file longer than the commit
            storage.resize(length);
        }
        forceAtClose(Barrier.APPLIED_BEFORE_UNMARKED);
        if (unchanged) {
            writeSuperblock(superblock, original);
        } else {
            writeSuperblock(superblock.withFlags(superblock.flags() & ~WRITER_FLAGS));
        }
        forceAtClose(Barrier.UNMARKED_BEFORE_REMOVED);
        if (journal != null) {
            journal.remove();
        }
    }

    /**
     * Commits all changes. When this returns, the file is complete and has its final length. If it fails, it can be
     * called again, unless a force of the file has failed.
     *
     * @throws dev.fallow.CorruptFileException if structures overlap; nothing has been written then
     * @param described the superblock to write; its end of allocation and flags are replaced
     */
    public void write(AnySuperblock described) throws IOException {
        sayingWhatIsLeft(() -> commit(described));
    }

    /** The image of a superblock that is written over another. If it is shorter, the rest of the other stays. */
    static byte[] over(byte[] before, byte[] superblock) {
        byte[] image = Arrays.copyOf(superblock, Math.max(before.length, superblock.length));
        System.arraycopy(before, superblock.length, image, superblock.length, image.length - superblock.length);
        return image;
    }

    private void commit(AnySuperblock described) throws IOException {
        if (forceFailed) {
            throw new IOException("writes to the file may have been lost; the last commit is safe:"
                    + " close and reopen the container");
        }
        checkUntouched();
        begun = true;
        AnySuperblock changed = marked(described.withEndOfAllocation(space.endOfAllocation()));
        long length = changed.endOfFile();
        cache.seal();
        cache.writeOut(this::isNew, space::freeInLastCommit);
        if (storage.size() < length) {
            storage.resize(length);
        }
        if (journal != null) {
            if (durability == Durability.EACH_COMMIT) {
                force(Barrier.NEW_BLOCKS_BEFORE_RECORD);
            }
            journal.write(
                    inFile,
                    over(inFile, FoundSuperblock.encoded(changed)),
                    length,
                    cache.dirtyBlocks(),
                    Barrier.RECORD_BEFORE_APPLYING);
            if (!isInFile()) {
                journal.forceFirst();
            }
        }
        cache.writeOut(any -> true, RunWriter.Joining.ADJACENT);
        writeSuperblock(changed);
        if (storage.size() > length) {
            storage.resize(length);
        }
        commits++;
    }

    /**
     * Writes changed blocks that the last commit does not refer to, so that they can be evicted. The next commit contains them
     * if they have not changed again, because its first step forces them. The file may become longer than the last commit.
     */
    public void spill() throws IOException {
        sayingWhatIsLeft(() -> {
            checkUntouched();
            cache.spill(this::isNew, space::freeInLastCommit);
        });
    }

    /**
     * Looks for traces of other programs, which may ignore the mark: the file must still be at its path and not have become shorter, and its
     * superblock must be the one that was written last. Otherwise nothing is written and the journal, if there is one, stays, because it has
     * parts of the last commit. Takes one read, and one look at the path.
     */
    private void checkUntouched() throws IOException {
        if (!isInFile()) {
            return;
        }
        if (!storage.isAtItsPath()) {
            throw touched("another program has deleted, moved or replaced the file");
        }
        long size = storage.size();
        if (size < superblock.endOfFile()) {
            throw touched("another program has cut the file to %d bytes; the last commit has %d"
                    .formatted(size, superblock.endOfFile()));
        }
        byte[] found = new byte[inFile.length];
        if (superblockKnown) {
            storage.read(superblock.baseAddress(), ByteBuffer.wrap(found));
            int differs = Arrays.mismatch(found, inFile);
            if (differs >= 0) {
                throw touched(
                        "another program has written the file: byte %d of the superblock is 0x%02x, the last commit has 0x%02x"
                                .formatted(differs, found[differs], inFile[differs]));
            }
        }
    }

    private TouchedException touched(String what) {
        String left = journal == null ? null : journal.left();
        return new TouchedException(
                what + ". Nothing more is written" + (left == null ? "" : ", and the journal " + left + " stays"));
    }

    /** Another program has changed the file. */
    private static final class TouchedException extends IOException {
        private static final long serialVersionUID = 1;

        TouchedException(String message) {
            super(message);
        }
    }

    /** A step of a commit, or before the first one, or after the last one. */
    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step. If the medium fails, such as a full disk, the message says what stays in the folder and in the file. */
    private void sayingWhatIsLeft(Step step) throws IOException {
        try {
            step.run();
        } catch (IOException e) {
            boolean medium =
                    e.getClass() == IOException.class && e.getCause() == null || e instanceof FileSystemException;
            String left = medium ? left() : "";
            throw left.isEmpty() ? e : new IOException(e.getMessage() + left, e);
        }
    }

    /**
     * What stays if this object writes nothing more, as the end of a message: a sentence on the journal and on the mark; empty if
     * neither stays.
     */
    public String left() {
        String left = journal == null || !isInFile() ? null : journal.left();
        return left == null
                ? ""
                : ". The journal %s stays%s until a commit succeeds, the file is opened for editing again, or fallow recover is run"
                        .formatted(left, begun ? ", and the mark that the file is open for writing," : "");
    }

    private boolean isNew(DirtyBlock block) {
        return !storage.observes(Barrier.JOURNAL_FIRST) || space.freeInLastCommit(block.address(), block.length());
    }

    private void forceAtClose(Barrier barrier) throws IOException {
        if (durability != Durability.NEVER) {
            force(barrier);
        }
    }

    private void force(Barrier barrier) throws IOException {
        boolean forced = false;
        try {
            storage.force(barrier);
            forced = true;
        } finally {
            forceFailed |= !forced;
        }
    }

    private void writeSuperblock(AnySuperblock changed) throws IOException {
        writeSuperblock(changed, FoundSuperblock.encoded(changed));
    }

    private void writeSuperblock(AnySuperblock changed, byte[] bytes) throws IOException {
        if (!Arrays.equals(bytes, inFile)) {
            superblockKnown = false;
            storage.write(changed.baseAddress(), ByteBuffer.wrap(bytes));
            superblockKnown = true;
            inFile = bytes;
        }
        superblock = changed;
    }

    /** Whether the file was marked as open, or a commit was written. */
    public boolean hasBegun() {
        return begun;
    }

    /** The bytes of the last superblock, as when the container is closed. */
    public byte[] closedSuperblock() {
        return FoundSuperblock.encoded(superblock.withFlags(superblock.flags() & ~WRITER_FLAGS));
    }

    /** The number of commits written. */
    public long commits() {
        return commits;
    }

    /** Counts of writes to the journal. */
    public Counter journalCounter() {
        return journal == null ? new Counter() : journal.counter();
    }

    /** Releases the journal. Its file stays, unless the container has been marked as closed. */
    @Override
    public void close() throws IOException {
        if (journal != null) {
            journal.close();
        }
    }
}
