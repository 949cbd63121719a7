package dev.fallow.research.blockstore;

import dev.fallow.research.blockstore.internal.StoreOpener;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Blocks of bytes in one file, allocated, written, read and freed by address. An allocation or deallocation that
 * neither splits nor coalesces takes one write. After a failure at any moment the store opens with every block that was
 * allocated and not freed. One number, the {@linkplain #root root}, is available to the application as the entry point
 * to its blocks.
 *
 * <p>A failure either completes or undoes the operation in progress, except that a block's content may be partly
 * written. This assumes that a 512-byte sector, which contains each header, is written atomically, and that writes
 * reach the medium in order. Both hold when the program is killed. On power loss they hold only with
 * {@link Forcing#EACH_WRITE}; {@link Forcing} describes what the other settings can lose. A header that is torn or
 * damaged nevertheless is detected by its checksum: its block is {@linkplain #scan reported} as damaged, and no other
 * block is touched. If the application fails before it has recorded an allocated address, it has to find the block
 * itself ({@link #forEachBlock}).
 *
 * <p>All methods throw {@link dev.fallow.StorageException} if the system refuses to read or write. After a refused
 * write the store is read-only until it is reopened. Only one program at a time can have a store open. Not thread-safe.
 */
public interface BlockStore extends AutoCloseable {
    /** The null address. */
    long NONE = -1;

    /**
     * Creates a store in a file, which must not exist yet.
     *
     * @throws dev.fallow.StorageException if the file exists, or cannot be created
     */
    static BlockStore create(Path file, BlockStoreOptions options) {
        return StoreOpener.create(file, options);
    }

    /**
     * Opens a store. If it was not closed, its state is recovered.
     *
     * @param options only forcing, checkpoint interval and blocks at start are used; the rest is read from the file
     * @throws dev.fallow.CorruptFileException if the file is not a block store, or its store header is damaged
     * @throws dev.fallow.FileInUseException if the store is already open
     * @throws dev.fallow.StorageException if the file cannot be read
     */
    static BlockStore open(Path file, BlockStoreOptions options) {
        return StoreOpener.open(file, options);
    }

    /**
     * Allocates a block. Its content is undefined.
     *
     * @param size of the content in bytes, at least 1
     * @return the block's address, never 0
     * @throws IllegalArgumentException if the size is not positive or exceeds the largest storage space
     * @throws dev.fallow.StorageException if the storage space is full, or the system refuses to read or write
     */
    long allocate(long size);

    /**
     * Allocates a block and writes the whole buffer into it: header and content in one write if they are adjacent.
     *
     * @param content at least 1 byte
     * @return the block's address
     */
    long store(ByteBuffer content);

    /**
     * Frees a block.
     *
     * @throws IllegalArgumentException if no allocated (or damaged) block begins at the address
     */
    void deallocate(long address);

    /**
     * The capacity of a block's content in bytes: at least the requested size.
     *
     * @throws IllegalArgumentException if no allocated block begins at the address
     */
    long capacity(long address);

    /**
     * Fills the buffer from a block's content. Bytes that were never written or are past the end of the file are
     * undefined.
     *
     * @param offset in bytes from the start of the content
     * @throws IllegalArgumentException if no allocated block begins at the address, or the range exceeds its capacity
     */
    void read(long address, long offset, ByteBuffer target);

    /**
     * Fills the buffer from the start of a block's content, up to the block's capacity. For content that starts with
     * its own length. One access if the header is adjacent to the content.
     *
     * @return the number of bytes read
     * @throws IllegalArgumentException if no allocated block begins at the address
     */
    int readBeginning(long address, ByteBuffer target);

    /**
     * Writes the whole buffer into a block's content.
     *
     * @param offset in bytes from the start of the content
     * @throws IllegalArgumentException if no allocated block begins at the address, or the range exceeds its capacity
     */
    void write(long address, long offset, ByteBuffer source);

    /** The root: a number stored for the application, initially {@link #NONE}. */
    long root();

    /** Sets the root in one atomic write. */
    void setRoot(long root);

    /** Visits each allocated block in address order. Reads all headers. */
    void forEachBlock(StoredBlockVisitor visitor);

    /**
     * Reads all headers, to find damaged headers and free blocks that a failure removed from their list.
     *
     * @return the state after the scan
     */
    StoreReport scan();

    /** Writes the tail pointer and the list heads, and forces them unless forcing is off. */
    void checkpoint();

    /** The current state. */
    StoreReport report();

    /** Writes the state needed for a fast start and closes the store. Has no effect if it is already closed. */
    @Override
    void close();
}
