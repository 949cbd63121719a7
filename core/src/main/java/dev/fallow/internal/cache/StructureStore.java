package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.storage.OutsideMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Provides the blocks of live structures (heaps, B-trees, nodes): reads, allocates, patches and frees them. A live
 * structure is cached under its address and looked up there; it must not be held across operations, because it may be
 * evicted.
 */
public final class StructureStore {
    private final StructureReader reader;
    private final MetadataCache cache;
    private final FileSpace space;
    private final FieldWriter scratch;
    private final Set<Settling> unsettled = new LinkedHashSet<>();
    private final Set<Displaced> displaced = new LinkedHashSet<>();
    private final Map<Long, Long> heapFreeBytes = new ConcurrentHashMap<>();
    private final OutsideMemory outside = new OutsideMemory();
    private final AddressTable ofSession = new AddressTable();
    private Runnable room = () -> {};

    /** @param reader a reader of the same cache */
    public StructureStore(StructureReader reader, MetadataCache cache, FileSpace space) {
        this.reader = reader;
        this.cache = cache;
        this.space = space;
        this.scratch = new FieldWriter(reader.sizes());
    }

    /** Loads a live structure from the file. */
    @FunctionalInterface
    public interface Loader<T> {
        T load() throws IOException;
    }

    /**
     * A structure that allocates blocks before the container is written: for its own free-section list, or for messages
     * that have been in memory only.
     */
    @FunctionalInterface
    public interface Settling {
        /** Allocates and writes the blocks in memory. This may require other structures to be settled. */
        void settle() throws IOException;
    }

    /** Messages that are in memory only, until they are settled. */
    public interface Pending extends Settling {
        /** Loads the blocks that {@link #settle} will change; changes nothing. */
        void prepareSettling() throws IOException;

        /** Moves what takes much memory in the heap outside. */
        void moveTo(OutsideMemory memory);

        /** Replaces each address of an object header in the messages by the one that is returned for it. */
        void replaceTargets(LongUnaryOperator changed);
    }

    /**
     * The free bytes of the fractal heaps whose headers state another number, by the address of the header. The verification
     * finds them; a heap leaves the map when it is changed, because its header is right from then on.
     */
    public Map<Long, Long> heapFreeBytes() {
        return heapFreeBytes;
    }

    /** Remembers that this session has created the structure at an address, and creates all blocks that it will have. */
    public void createdInSession(long address) {
        if (!isOfSession(address)) {
            ofSession.add(address, 0);
        }
    }

    /**
     * Whether this session has created the structure at an address, which does not change when the structure leaves the cache. The
     * session that goes on after blocks have moved, or after a change was rolled back, has created none.
     */
    public boolean isOfSession(long address) {
        return ofSession.indexOf(address) >= 0;
    }

    public StructureReader reader() {
        return reader;
    }

    public FieldSizes sizes() {
        return reader.sizes();
    }

    public MetadataCache cache() {
        return cache;
    }

    public FileSpace space() {
        return space;
    }

    public byte[] encode(Consumer<FieldWriter> encoder) {
        encoder.accept(scratch.clear());
        return scratch.toByteArray();
    }

    /**
     * The live structure at an address if it is cached; null if nothing is.
     *
     * @throws CorruptFileException if a structure of another kind is cached at this address
     */
    public <T extends CachedObject> T held(long address, Class<T> type, String structure) {
        CachedObject held = cache.find(address);
        if (held != null && !type.isInstance(held)) {
            throw new CorruptFileException("%s: %s at address %d: it overlaps another structure"
                    .formatted(cache.fileName(), structure, address));
        }
        return type.cast(held);
    }

    /**
     * The live structure at an address: the cached one, or a newly loaded one, which is added to the cache.
     *
     * @throws CorruptFileException if a structure of another kind is cached at this address
     */
    public <T extends CachedObject> T live(long address, Class<T> type, String structure, Loader<T> loader)
            throws IOException {
        T held = held(address, type, structure);
        if (held != null) {
            return held;
        }
        T loaded = loader.load();
        cache.keep(loaded);
        return loaded;
    }

    /**
     * As {@link #live}, but a structure that was not cached is not added to the cache: for a walk over more blocks than
     * should stay in memory. It must not be modified.
     */
    public <T extends CachedObject> T peek(long address, Class<T> type, String structure, Loader<T> loader)
            throws IOException {
        return cache.find(address) == null ? loader.load() : live(address, type, structure, loader);
    }

    /**
     * Allocates a block, which is dirty.
     *
     * @param checksumLength length of the checksum at its end: 4, or 0 if it has none
     */
    public Block create(AllocationType type, byte[] image, int checksumLength) {
        return cache.created(space.allocate(type, image.length), image, checksumLength);
    }

    /** Frees a block; it is not written. Its structure must be {@linkplain MetadataCache#forget forgotten} first. */
    public void release(AllocationType type, Block block) {
        cache.discard(block);
        space.release(type, block.address(), block.length());
    }

    /** Frees a live structure of one block; it is not written. */
    public void release(AllocationType type, LiveBlock structure) {
        cache.forget(structure);
        release(type, structure.block());
    }

    /**
     * Frees a block that may not be in memory. The live structure at its address is dropped with all its blocks, and
     * not written.
     */
    public void release(AllocationType type, long address, long length) {
        CachedObject held = cache.find(address);
        if (held != null) {
            held.discardBlocks(cache);
            cache.forget(held);
        }
        space.release(type, address, length);
    }

    /**
     * Checks that a block can be freed.
     *
     * @throws FormatException if part of it is free; freeing it would free that space twice
     */
    public void requireInUse(String structure, long address, long length) {
        if (!space.inUse(address, length)) {
            throw new FormatException(structure, address, "expected " + length + " bytes in use, found free space");
        }
    }

    /** As {@link #requireInUse(String, long, long)}, for the block of a live structure. */
    public void requireInUse(String structure, LiveBlock live) {
        requireInUse(structure, live.address(), live.block().length());
    }

    /** Requests that a structure be settled before the container is next written; repeated requests have no effect. */
    public void settleBeforeWriting(Settling structure) {
        unsettled.add(structure);
    }

    /** Cancels the request for a deleted structure. */
    public void forgetSettling(Settling structure) {
        unsettled.remove(structure);
    }

    /**
     * A structure that was moved while space used by the last commit was unavailable. It may be at the end of the file
     * and prevent it from being shortened.
     */
    public interface Displaced {
        /** Frees its space, in memory. */
        void lift() throws IOException;

        /** Allocates space again; all free space is now available. */
        void land() throws IOException;
    }

    /** Requests that a structure be moved before the container is next written. */
    public void moveBeforeWriting(Displaced structure) {
        displaced.add(structure);
    }

    /** Cancels the request for a deleted structure. */
    public void forgetMoving(Displaced structure) {
        displaced.remove(structure);
    }

    /** Moves the displaced structures. All structures must be settled, and all free space must be available. */
    public void move() throws IOException {
        List<Displaced> moving = new ArrayList<>(displaced);
        displaced.clear();
        for (Displaced structure : moving) {
            structure.lift();
        }
        space.shrink();
        for (Displaced structure : moving) {
            structure.land();
        }
    }

    /** Moves what takes memory in the heap until structures are settled, outside. */
    public void moveOutside() {
        pending().forEach(messages -> messages.moveTo(outside));
    }

    private List<Pending> pending() {
        List<Pending> pending = new ArrayList<>();
        for (Settling structure : unsettled) {
            if (structure instanceof Pending messages) {
                pending.add(messages);
            }
        }
        return pending;
    }

    /** Sets what makes room in memory while structures are settled, if there is little: it writes blocks, and evicts them. */
    public void makeRoomWith(Runnable how) {
        room = how;
    }

    /** Makes room while a structure is settled. Others that are not dirty may be evicted. */
    public void makeRoom() {
        room.run();
    }

    /** Loads what settling the structures changes. If this fails, nothing has been changed. */
    public void prepareSettling() throws IOException {
        for (Pending messages : pending()) {
            messages.prepareSettling();
        }
    }

    /** As {@link Pending#replaceTargets}, in all messages that are in memory only. */
    public void replaceTargets(LongUnaryOperator changed) {
        pending().forEach(messages -> messages.replaceTargets(changed));
    }

    /** Settles structures until none is left. */
    public void settle() throws IOException {
        while (!unsettled.isEmpty()) {
            List<Settling> now = new ArrayList<>(unsettled);
            unsettled.clear();
            for (Settling structure : now) {
                structure.settle();
            }
        }
    }
}
