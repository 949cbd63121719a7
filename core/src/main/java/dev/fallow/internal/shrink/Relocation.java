package dev.fallow.internal.shrink;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.Section;
import dev.fallow.internal.check.Part;
import dev.fallow.internal.elements.BlockCopy;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.shrink.BlockMap.Block;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Blocks that are moved together, and what changes with them. The copies are in space that is free in the last commit; the
 * addresses that refer to the blocks change with the next commit, which frees the old places.
 */
public final class Relocation {
    private final ObjectStore store;
    private final BlockMap map;
    private final Map<Block, Long> moved = new LinkedHashMap<>();
    /** The same by the addresses before. */
    private final Map<Long, Long> places = new HashMap<>();

    private RewrittenChunks chunks;
    private long bytes;

    Relocation(ObjectStore store, BlockMap map) {
        this.store = store;
        this.map = map;
    }

    /** Copies a block to space that has been allocated for it. */
    void move(Block block, long address) throws IOException {
        new BlockCopy(store).copy(block.address(), address, block.size());
        moved.put(block, address);
        bytes += block.size();
    }

    /** The bytes that have been copied. */
    public long bytes() {
        return bytes;
    }

    /** Tells the blocks that have been moved. */
    void forEachMove(Move visitor) {
        places.forEach(visitor::moved);
    }

    /** Receives the moves of {@link #forEachMove}. */
    @FunctionalInterface
    interface Move {
        void moved(long from, long to);
    }

    /** Where something with the address of a block is after the move. */
    public long translate(long address) {
        return places.getOrDefault(address, address);
    }

    /** Where the byte with an origin is after the move. */
    long next(long origin) {
        Block block = map.find(origin);
        Long to = block == null ? null : moved.get(block);
        return to == null ? map.now(origin) : to + map.now(origin) - block.address();
    }

    /**
     * Takes a block back that has been copied.
     *
     * @return where its copy is, which is still allocated; null if it was not copied
     */
    Section leave(Block block) {
        Long to = block == null ? null : moved.remove(block);
        return to == null ? null : new Section(to, block.size());
    }

    /**
     * Changes the addresses that refer to moved blocks, and frees their old places.
     *
     * @param atEnd whether blocks are moved to the end of the file, regardless of managers
     */
    void apply(boolean atEnd) throws IOException {
        chunks = new RewrittenChunks(store, map, this);
        chunks.store(atEnd);
        bytes += chunks.bytes();
        moved.forEach((block, to) -> places.put(block.address(), to));
        Patches patches = new Patches(store);
        for (int i = 0; i < map.pointers(); i++) {
            long target = next(map.target(i));
            if (target != map.now(map.target(i))) {
                put(patches, map.part(i), map.field(i), store.sizes().offsets(), target);
            }
        }
        chunks.enter(patches);
        for (Block block : moved.keySet()) {
            store.space().release(block.type(), block.address(), block.size());
        }
        chunks.release();
    }

    /** Changes a number in a part; their addresses are origins. */
    void put(Patches patches, Part part, long field, int width, long value) throws IOException {
        long now = map.now(part.address());
        patches.put(part.at(now), next(part.address()), field - part.address() + now, width, value);
    }

    /** Records the moves in the map, after the commit. */
    public void record() {
        moved.forEach(BlockMap::moved);
        chunks.record();
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
