package dev.fallow;

/**
 * Takes chunks of the datasets of a container that is open for editing, from any number of threads: {@link ContainerFile#chunkSink()}.
 *
 * <p>Each thread converts its elements and applies the filters to them, while others do the same. Then it places the chunk, when it is its
 * turn: one thread at a time, in the order in which they are ready. So the addresses in the file depend on which thread was faster, and
 * the elements do not, unless two threads write the same chunk. Each chunk is a change of its own, which is committed with the other
 * changes of the container; if it fails, nothing of the chunk is written, and the others are not affected. Memory: for each thread, up to
 * four arrays of a chunk's size.
 *
 * <p>While a thread is in {@link #write}, the container is used through the sink only: of two operations at the same time, the later one is refused.
 */
public interface ChunkSink extends AutoCloseable {
    /**
     * Writes the elements of a chunk. Any thread may call this at any time. Does not change the dimensions of the dataset: see {@link
     * Dataset#resize}. O(elements of a chunk) outside of the turn, and in it O(log chunks) and the bytes that are stored.
     *
     * @param dataset of the container, in chunks; elements have neither variable length nor references
     * @param offset the first element of the chunk
     * @param elements of the shape of a chunk; at the end of the dataset, those that are inside. Not to be changed meanwhile
     * @throws WrongTypeException if no chunk begins there, or the elements have another shape, or one does not fit
     * @throws UnsupportedFeatureException if the dataset has no chunks or other elements, or a filter cannot be applied
     * @throws ContainerException if the dataset belongs to another container, or the sink is closed
     */
    void write(Dataset dataset, long[] offset, Object elements);

    /** Refuses further chunks, after those whose turn it is. The container stays open, and is not committed. */
    @Override
    void close();
}
