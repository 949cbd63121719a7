package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What live structures - heaps, B-trees, nodes - are made from: blocks that are read, allocated, patched and given back.
 * A live structure is kept in the cache under its address, and found there: nobody holds one across operations, because it
 * may have been evicted meanwhile.
 */
public final class StructureStore {
    private final StructureReader reader;
    private final MetadataCache cache;
    private final FileSpace space;
    private final FieldWriter scratch;
    private final Set<Settling> unsettled = new LinkedHashSet<>();
    private final Set<Displaced> displaced = new LinkedHashSet<>();

    /** @param reader on the same cache */
    public StructureStore(StructureReader reader, MetadataCache cache, FileSpace space) {
        this.reader = reader;
        this.cache = cache;
        this.space = space;
        this.scratch = new FieldWriter(reader.sizes());
    }

    /** Makes a live structure from the file. */
    @FunctionalInterface
    public interface Loader<T> {
        /** Reads it; it is kept in the cache by the caller. */
        T load() throws IOException;
    }

    /** A structure that has something to allocate before the container is written: its own list of free space. */
    @FunctionalInterface
    public interface Settling {
        /** Allocates and writes, in memory. What it does may unsettle others. */
        void settle() throws IOException;
    }

    /** The half that only reads. */
    public StructureReader reader() {
        return reader;
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return reader.sizes();
    }

    /** The cache. */
    public MetadataCache cache() {
        return cache;
    }

    /** The space of the file. */
    public FileSpace space() {
        return space;
    }

    /** The bytes that an encoder writes. */
    public byte[] encode(Consumer<FieldWriter> encoder) {
        encoder.accept(scratch.clear());
        return scratch.toByteArray();
    }

    /**
     * The live structure at an address: the one in the cache, else a new one, which is kept there.
     *
     * @param structure the specification's name, for messages
     * @throws CorruptFileException if something of another kind was found at this address before
     */
    public <T extends CachedObject> T live(long address, Class<T> type, String structure, Loader<T> loader)
            throws IOException {
        CachedObject held = cache.find(address);
        if (type.isInstance(held)) {
            return type.cast(held);
        }
        if (held != null) {
            throw new CorruptFileException("%s: %s at address %d: another structure lies there too"
                    .formatted(cache.fileName(), structure, address));
        }
        T loaded = loader.load();
        cache.keep(loaded);
        return loaded;
    }

    /**
     * Allocates space for a block, which is dirty from the start.
     *
     * @param checksumLength bytes of the checksum at its end: 4, or 0 if it has none
     */
    public Block create(AllocationType type, byte[] image, int checksumLength) {
        return cache.created(space.allocate(type, image.length), image, checksumLength);
    }

    /** Gives the space of a block back; it is never written. What it belonged to is {@linkplain MetadataCache#forget forgotten} first. */
    public void release(AllocationType type, Block block) {
        cache.discard(block);
        space.release(type, block.address(), block.length());
    }

    /**
     * Gives the space of a block back that may not be in memory: the live structure of its address is dropped with all its
     * blocks, and never written.
     */
    public void release(AllocationType type, long address, long length) {
        CachedObject held = cache.find(address);
        if (held != null) {
            held.discardBlocks(cache);
            cache.forget(held);
        }
        space.release(type, address, length);
    }

    /** Has a structure settled before the container is written next; once, however often it is said. */
    public void settleBeforeWriting(Settling structure) {
        unsettled.add(structure);
    }

    /** Says that a structure has been deleted and has nothing to settle. */
    public void forgetSettling(Settling structure) {
        unsettled.remove(structure);
    }

    /**
     * A structure that had to move while space that the last commit refers to could not be used. It may lie at the end of
     * the file, which it keeps long.
     */
    public interface Displaced {
        /** Gives its space back, in memory. */
        void lift() throws IOException;

        /** Takes space again; everything that is free can be used now. */
        void land() throws IOException;
    }

    /** Has a structure look for another place when the container is written next. */
    public void moveBeforeWriting(Displaced structure) {
        displaced.add(structure);
    }

    /** Says that a structure has been deleted and has nothing to move. */
    public void forgetMoving(Displaced structure) {
        displaced.remove(structure);
    }

    /** Moves what was displaced; nothing is to be settled then, and all that is free can be used. */
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

    /** Settles what has to be, until nothing has. */
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
