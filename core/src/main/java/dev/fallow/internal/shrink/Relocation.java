package dev.fallow.internal.shrink;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.elements.BlockCopy;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Blocks that are moved together, and what changes with them. The copies are in space that is free in the last commit; the
 * addresses that refer to the blocks change with the next commit, which frees the old places.
 */
public final class Relocation {
    private final ObjectStore store;
    private final LiveBlocks blocks;
    private final FoundPointers pointers;
    private final Map<Integer, Long> moved = new HashMap<>();
    private long bytes;

    Relocation(ObjectStore store, LiveBlocks blocks, FoundPointers pointers) {
        this.store = store;
        this.blocks = blocks;
        this.pointers = pointers;
    }

    /** Copies a block to space that has been allocated for it. */
    void move(int block, long address) throws IOException {
        LiveBlocks.Block from = blocks.get(block);
        new BlockCopy(store, store).copy(from.address(), address, from.size());
        moved.put(block, address);
        bytes += from.size();
    }

    /** The bytes that have been copied. */
    public long bytes() {
        return bytes;
    }

    /** Tells the blocks that have been moved. */
    void forEachMove(Move visitor) {
        moved.forEach((block, to) -> visitor.moved(blocks.get(block).address(), to));
    }

    /** Receives the moves of {@link #forEachMove}. */
    @FunctionalInterface
    interface Move {
        void moved(long from, long to);
    }

    /** Where something is after the move. */
    public long translate(long address) {
        int block = blocks.indexOf(address);
        Long to = block < 0 ? null : moved.get(block);
        return to == null ? address : to + address - blocks.get(block).address();
    }

    /**
     * Takes a block back that has been copied.
     *
     * @return where its copy is, which is still allocated; null if it was not copied
     */
    Section leave(long address) {
        int block = blocks.indexOf(address);
        Long to = block < 0 ? null : moved.remove(block);
        return to == null ? null : new Section(to, blocks.get(block).size());
    }

    /**
     * Changes the addresses that refer to moved blocks, and frees their old places.
     *
     * @param atEnd whether blocks are moved to the end of the file, regardless of managers
     */
    void apply(boolean atEnd) throws IOException {
        RewrittenChunks chunks = new RewrittenChunks(store, pointers, this);
        chunks.store(atEnd);
        bytes += chunks.bytes();
        Patches patches = new Patches(store, this);
        for (int i = 0; i < pointers.size(); i++) {
            long target = translate(pointers.target(i));
            if (target != pointers.target(i)) {
                patches.put(pointers.part(i), pointers.field(i), store.sizes().offsets(), target);
            }
        }
        chunks.enter(patches);
        for (int block : moved.keySet()) {
            LiveBlocks.Block old = blocks.get(block);
            AllocationType type =
                    LiveLabel.isRawData(old.label()) ? AllocationType.RAW_DATA : AllocationType.LOCAL_HEAP;
            store.space().release(type, old.address(), old.size());
        }
        chunks.release();
    }

    /** The superblock with the addresses after the move. */
    public AnySuperblock of(AnySuperblock superblock) {
        if (superblock instanceof SuperblockV0 old) {
            SymbolTableEntry root = old.root();
            long header = translate(root.headerAddress());
            return old.withRoot(
                    root.cacheType() == SymbolTableEntry.GROUP
                            ? SymbolTableEntry.group(
                                    root.nameOffset(),
                                    header,
                                    translate(root.btreeAddress()),
                                    translate(root.heapAddress()))
                            : SymbolTableEntry.hardLink(root.nameOffset(), header));
        }
        return ((Superblock) superblock).withRoot(translate(superblock.rootAddress()));
    }
}
