package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The index of a chunked dataset: which chunks are stored, and where. A chunk is named by its coordinates in the grid of
 * chunks: the offset of its first element divided by the size of a chunk, in each dimension of the dataset.
 *
 * <p>The index does not own the space of the chunks: whoever puts or removes one allocates or frees it. It owns its own
 * blocks. A live index must not be held across operations, because its blocks may be evicted from the cache.
 */
public abstract class ChunkIndex {
    protected final BlockSource source;
    protected final StructureStore store;
    protected final ChunkGrid grid;
    protected final boolean filtered;
    protected ChunkedLayout layout;

    protected ChunkIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        this.store = store;
        this.layout = layout;
        this.grid = grid;
        this.filtered = filtered;
        source = new BlockSource(store);
    }

    /**
     * The index of a dataset, which may not exist yet.
     *
     * @param space the current and the maximum extent; the numbers of chunks in arrays depend on the latter
     * @param chunkK the K value for chunk B-trees of version 1
     * @throws FormatException if the layout does not match the dataspace or the filters
     */
    public static ChunkIndex of(
            StructureStore store, ChunkedLayout layout, Dataspace space, boolean filtered, int chunkK) {
        ChunkGrid grid = new ChunkGrid(layout, space);
        return switch (layout.index()) {
            case SINGLE_CHUNK -> new SingleChunkIndex(store, layout, grid, space, filtered);
            case IMPLICIT -> new ImplicitIndex(store, layout, grid, filtered);
            case FIXED_ARRAY -> new FixedArrayIndex(store, layout, grid, filtered);
            case EXTENSIBLE_ARRAY -> new ExtensibleArrayIndex(store, layout, grid, filtered);
            case B_TREE_V1 -> new BTreeV1Index(store, layout, grid, filtered, chunkK);
            case B_TREE_V2 -> new BTreeV2Index(store, layout, grid, filtered);
        };
    }

    /** The length in bytes of the block of an implicit index, which has all chunks; saturates at 2^63-1. */
    public static long implicitLength(ChunkedLayout layout, Dataspace space) {
        return ImplicitIndex.length(layout, new ChunkGrid(layout, space));
    }

    /** Receives the blocks of a dataset. */
    @FunctionalInterface
    public interface StorageVisitor {
        /**
         * One block of the file, inside the allocated space.
         *
         * @param raw whether it is a chunk, or a block of chunks, rather than a part of the index
         */
        void visit(long address, long size, String structure, boolean raw);
    }

    /**
     * Visits the chunks, whose content is not read, and the blocks of the index. Time and memory are bounded by the size of the
     * file: an index that refers to more bytes of chunks than the file has is refused.
     *
     * @throws FormatException if the index is damaged
     */
    public final void forEachStored(StorageVisitor visitor) throws IOException {
        Budget budget =
                new Budget("chunk index", layout.address(), store.reader().allocatedBytes());
        StorageVisitor checked = (address, size, structure, raw) -> {
            store.reader().requireInside(address, size, structure);
            budget.take(size);
            visitor.visit(address, size, structure, raw);
        };
        if (exists() && layout.index() == ChunkedLayout.Index.IMPLICIT) {
            checked.visit(layout.address(), ImplicitIndex.length(layout, grid), ChunkElements.CHUNK, true);
            return;
        }
        forEachBlock((address, size, structure) -> checked.visit(address, size, structure, false));
        forEach((at, chunk) -> checked.visit(chunk.address(), chunk.size(), ChunkElements.CHUNK, true));
    }

    @FunctionalInterface
    public interface ChunkVisitor {
        /** @param coordinates in chunks; valid during the call only */
        void visit(long[] coordinates, StoredChunk chunk) throws IOException;
    }

    protected final boolean exists() {
        return layout.address() != Addresses.UNDEFINED;
    }

    /**
     * The chunk at these coordinates; null if it is not stored.
     *
     * @throws FormatException if the index is damaged
     */
    public final StoredChunk find(long[] coordinates) throws IOException {
        grid.require(coordinates);
        return exists() ? found(coordinates) : null;
    }

    /** The chunk at coordinates inside the grid, in an index that exists; null if it is not stored. */
    protected abstract StoredChunk found(long[] coordinates) throws IOException;

    /**
     * Visits the stored chunks in a part of the grid, in an order that depends on the index.
     *
     * @param first the lowest coordinates
     * @param last the highest coordinates, not less than {@code first}
     */
    public final void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = box(first, last);
        if (box != null) {
            forEachIn(box, visitor);
        }
    }

    /** A part of the grid; null if no chunk in it is stored. */
    public final ChunkBox box(long[] first, long[] last) {
        return exists() ? grid.box(first, last) : null;
    }

    /**
     * Visits all stored chunks, also those outside the maximum extent, which a damaged file may have.
     *
     * @throws FormatException if the index is damaged
     */
    public final void forEach(ChunkVisitor visitor) throws IOException {
        if (exists()) {
            forEachIn(null, visitor);
        }
    }

    /**
     * Visits stored chunks of an index that exists.
     *
     * @param box the part of the grid; null for all
     */
    public abstract void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException;

    /**
     * Visits the blocks of the index itself; a block with pages is visited once, with its pages.
     *
     * @throws FormatException if the index is damaged
     */
    public final void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (exists()) {
            blocks(visitor);
        }
    }

    /** Visits the blocks of an index that exists. */
    protected void blocks(ExtentVisitor visitor) throws IOException {
        // an index may have none
    }

    /**
     * Loads what a change of this chunk's entry needs, so that {@link #put} and {@link #remove} do no I/O and cannot fail
     * half-way. Several changes may be prepared before the first one is made; in a version 2 B-tree, the later ones of them
     * may then still read a node, rarely. After a change, the next one must be prepared again, unless it was before.
     *
     * @throws FormatException if the index is damaged
     * @throws dev.fallow.UnsupportedFeatureException if the index cannot have such an entry
     */
    public abstract void prepare(long[] coordinates) throws IOException;

    /**
     * Stores the position of a chunk, in place of the old one if there is one. Creates the index with its first chunk.
     *
     * @return whether {@link #layout} has changed, which must then be stored in the layout message
     * @throws IllegalArgumentException if the chunk is larger than {@link #largestSize}, or, in a dataset without filters,
     *     not as large as a whole chunk
     */
    public abstract boolean put(long[] coordinates, StoredChunk chunk) throws IOException;

    /**
     * Checks the parameters of {@link #put}. The mask of a chunk without filters may have any bits: they mean nothing.
     *
     * @throws IllegalArgumentException see {@link #put}
     */
    protected final void requireStorable(long[] coordinates, StoredChunk chunk) throws IOException {
        grid.require(coordinates);
        long largest = largestSize();
        boolean fits = filtered ? chunk.size() > 0 && chunk.size() <= largest : chunk.size() == layout.chunkBytes();
        if (chunk.address() < 0 || !fits) {
            throw new IllegalArgumentException(
                    filtered
                            ? "expected an address and a size of 1 to %d, found %s".formatted(largest, chunk)
                            : "expected an address and %d bytes, found %s".formatted(layout.chunkBytes(), chunk));
        }
    }

    /**
     * Removes the entry of a chunk; nothing happens if there is none.
     *
     * @return whether {@link #layout} has changed
     */
    public final boolean remove(long[] coordinates) throws IOException {
        grid.require(coordinates);
        return exists() && removed(coordinates);
    }

    /** Removes the entry of a chunk from an index that exists; returns whether the layout has changed. */
    protected abstract boolean removed(long[] coordinates) throws IOException;

    /** The address for the layout message: of the index, or of the chunk or chunks if there is no index; or undefined. */
    public final long root() {
        return layout.address();
    }

    /** The layout message with the present {@link #root}, and the present size and filter mask of a single chunk. */
    public final ChunkedLayout layout() {
        return layout;
    }

    /**
     * The largest size of a chunk that the index can store, in bytes. A chunk that becomes larger through its filters is
     * stored without them.
     */
    public abstract long largestSize() throws IOException;

    /**
     * Frees the blocks of the index, but no chunk. {@link #root} is undefined afterwards.
     *
     * @throws FormatException if a block overlaps free space; then nothing is freed
     */
    public void release() throws IOException {
        if (exists()) {
            PendingRelease pending = new PendingRelease(store);
            blocks((address, size, structure) -> pending.add(typeOf(structure), address, size, structure));
            pending.release();
            released();
            layout = layout.at(Addresses.UNDEFINED);
        }
    }

    protected AllocationType typeOf(String structure) {
        return AllocationType.B_TREE;
    }

    /** Forgets what has been freed. */
    protected void released() {
        // an index may have nothing to forget
    }
}
