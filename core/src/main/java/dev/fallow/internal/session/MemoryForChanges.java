package dev.fallow.internal.session;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * The memory that changes may take until they are committed. If it is short, blocks that the last commit does not refer to are
 * written, and what has no blocks yet is moved outside the heap.
 */
final class MemoryForChanges {
    /** The part of the memory that free sections and the commit leave at least. */
    private static final int LEAST_PART = 8;
    /** At least this part of the memory must become free when blocks are written before the commit. */
    private static final int SPILLED_OF = 4;

    /** The approximate memory of a free section, in its manager and until the next commit. */
    private static final int SECTION_BYTES = 48;

    private final long most;
    private final WriteOut writeOut;
    private ObjectStore store;

    /** @param most bytes */
    MemoryForChanges(long most, WriteOut writeOut) {
        this.most = most;
        this.writeOut = writeOut;
    }

    /** Sets what is changed from now on. While a commit of it is prepared, it asks for room here. */
    void isFor(ObjectStore changed) {
        store = changed;
        store.structureStore().makeRoomWith(this::makeRoomForCommit);
    }

    /**
     * Whether the changes take too much memory, although room is made first. So much is then to be free that the next such writing
     * pays.
     */
    boolean isShort() throws IOException {
        return relieve() && takeMuch();
    }

    /** Makes room while many blocks are changed, and evicts what the cache need not keep. No header is in use. */
    void makeRoom() throws IOException {
        relieve();
        store.cache().parkAndTrim();
    }

    /** Makes room if there is too little; returns whether there was. */
    private boolean relieve() throws IOException {
        long dirty = store.cache().dirtyBytes();
        if (dirty <= most / LEAST_PART || dirty <= permittedBytes()) {
            return false;
        }
        writeOut.spill();
        if (takeMuch()) {
            store.structureStore().moveOutside();
        }
        return true;
    }

    private boolean takeMuch() {
        return store.cache().dirtyBytes() >= permittedBytes() / SPILLED_OF * (SPILLED_OF - 1);
    }

    /** Makes room while headers may be in use. What has been loaded for the commit stays as long as there is room. */
    private void makeRoomForCommit() {
        try {
            if (relieve()) {
                store.cache().trim();
            }
        } catch (IOException e) {
            // what was not written stays in memory, and the commit fails in the same way
        }
    }

    /** The memory for changes. Free sections and the commit need memory, too; they leave an eighth of it at least. */
    private long permittedBytes() {
        FileSpace space = store.space();
        long sections = 0;
        for (int slot : space.slots()) {
            sections += space.sections(slot).sectionCount();
        }
        return Math.max(
                most / LEAST_PART,
                most - sections * SECTION_BYTES - store.cache().commitBytes());
    }
}
