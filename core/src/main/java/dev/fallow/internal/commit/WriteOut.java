package dev.fallow.internal.commit;

import dev.fallow.format.AnySuperblock;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Superblock;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes the state of a container to its file: dirty metadata in the order of addresses, then the superblock, then the
 * end of the file. While a container is open for editing its superblock says so, as the reference library's does.
 */
public final class WriteOut {
    private final ObjectStore store;
    private final Storage storage;
    private AnySuperblock superblock;

    /** @param superblock as it is in the file, or is to be in a new one */
    public WriteOut(ObjectStore store, AnySuperblock superblock) {
        this.store = store;
        this.storage = store.storage();
        this.superblock = superblock;
    }

    /** The superblock as it was last written. */
    public AnySuperblock superblock() {
        return superblock;
    }

    /** Sets the flag that says that a writer has the file open, in the file. */
    public void markOpen() throws IOException {
        writeSuperblock(superblock.withFlags(superblock.flags() | Superblock.OPEN_FOR_WRITE));
        storage.force();
    }

    /** Takes the flag back, in the file. */
    public void markClosed() throws IOException {
        writeSuperblock(superblock.withFlags(
                superblock.flags() & ~(Superblock.OPEN_FOR_WRITE | Superblock.OPEN_FOR_SWMR_WRITE)));
        storage.force();
    }

    /**
     * Writes all changes; when this returns, the file is what the container is, and as long as it says.
     *
     * @param extensionAddress of the superblock extension, or undefined
     */
    public void write(long extensionAddress) throws IOException {
        long end = store.space().endOfAllocation();
        long length = superblock.baseAddress() + end;
        writeBlocks();
        if (storage.size() < length) {
            storage.resize(length);
        }
        AnySuperblock changed = superblock.withEndOfAllocation(end);
        writeSuperblock(changed instanceof Superblock modern ? modern.withExtensionAddress(extensionAddress) : changed);
        if (storage.size() > length) {
            storage.resize(length);
        }
        storage.force();
    }

    /** Writes dirty metadata and nothing else: when there is too much of it, between two commits. */
    public void writeBlocks() throws IOException {
        store.cache().writeOut(superblock.endOfAllocation());
    }

    private void writeSuperblock(AnySuperblock changed) throws IOException {
        FieldWriter out = new FieldWriter(changed.sizes());
        changed.encode(out);
        storage.write(changed.baseAddress(), ByteBuffer.wrap(out.toByteArray()));
        superblock = changed;
    }
}
