package dev.fallow.internal.chunk;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The index of a chunked dataset: which chunks are stored, and where. A chunk is named by its coordinates in the grid of
 * chunks: the offset of its first element divided by the size of a chunk, in each dimension of the dataset.
 *
 * <p>The index does not own the space of the chunks: whoever puts or removes one allocates or frees it. It owns its own
 * blocks. A live index must not be held across operations, because its blocks may be evicted from the cache.
 */
public interface ChunkIndex {
    /** Receives chunks. */
    @FunctionalInterface
    interface ChunkVisitor {
        /** @param coordinates in chunks; valid during the call only */
        void visit(long[] coordinates, StoredChunk chunk) throws IOException;
    }

    /**
     * The chunk at these coordinates.
     *
     * @return null if it is not stored
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    StoredChunk find(long[] coordinates) throws IOException;

    /**
     * Visits the stored chunks in a part of the grid, in an order that depends on the index.
     *
     * @param first the lowest coordinates
     * @param last the highest coordinates, not less than {@code first}
     */
    void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException;

    /**
     * Visits all stored chunks, also those outside the maximum extent, which a damaged file may have.
     *
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    void forEach(ChunkVisitor visitor) throws IOException;

    /**
     * Visits the blocks of the index itself; a block with pages is visited once, with its pages.
     *
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    void forEachBlock(ExtentVisitor visitor) throws IOException;

    /**
     * Loads what a change of this chunk's entry needs, so that {@link #put} and {@link #remove} do no I/O and cannot fail
     * half-way. Several changes may be prepared before the first one is made; in a version 2 B-tree, the later ones of them
     * may then still read a node, rarely. After a change, the next one must be prepared anew, unless it was before.
     *
     * @throws dev.fallow.format.FormatException if the index is damaged
     * @throws dev.fallow.UnsupportedFeatureException if the index cannot have such an entry
     */
    void prepare(long[] coordinates) throws IOException;

    /**
     * Stores the position of a chunk, in place of the old one if there is one. Creates the index with its first chunk.
     *
     * @return whether {@link #layout} has changed, which must then be stored in the layout message
     * @throws IllegalArgumentException if the chunk is larger than {@link #largestSize}, or, in a dataset without filters,
     *     not as large as a whole chunk
     */
    boolean put(long[] coordinates, StoredChunk chunk) throws IOException;

    /**
     * Removes the entry of a chunk; nothing happens if there is none.
     *
     * @return whether {@link #layout} has changed
     */
    boolean remove(long[] coordinates) throws IOException;

    /** The address for the layout message: of the index, or of the chunk or chunks if there is no index; or undefined. */
    default long root() {
        return layout().address();
    }

    /** The layout message with the present {@link #root}, and the present size and filter mask of a single chunk. */
    ChunkedLayout layout();

    /**
     * The largest size of a chunk that the index can store, in bytes. A chunk that becomes larger through its filters is
     * stored without them.
     */
    long largestSize() throws IOException;

    /**
     * Frees the blocks of the index, but no chunk. {@link #root} is undefined afterwards.
     *
     * @throws dev.fallow.format.FormatException if a block overlaps free space; then nothing is freed
     */
    void release() throws IOException;
}
