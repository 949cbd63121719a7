package dev.fallow.blockstore;

import dev.fallow.internal.blockstore.StoreOpener;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Blocks of bytes in one file: allocated, written, read and given back by address. An allocation or deallocation that
 * neither splits nor coalesces takes one write; after a failure at any moment the store opens with every block that was
 * allocated and not given back. One number, the {@linkplain #root root}, is the application's way into its blocks.
 *
 * <p>What a failure may cost: the operation that was being made is done or not, except that the content of a block may be
 * there in part. That holds if a sector of 512 bytes, in which each header lies, is written whole or not at all, and if
 * writes reach the medium in their order. They do when a program is ended; when the power is lost they do with {@link
 * Forcing#EACH_WRITE} only, and {@link Forcing} says what may be lost without it. If a header is torn or damaged all the
 * same, its checksum says so: then the block that it describes is {@linkplain #scan reported} as damaged, and no other is
 * touched. Space allocated by an operation whose address the application did not get to note is the application's to find
 * ({@link #forEachBlock}).
 *
 * <p>All methods throw {@link dev.fallow.StorageException} if the system refuses to read or write; when it refused to
 * write, the store can only be read until it is opened again. Only one program at a time has a store open. Not thread-safe.
 */
public interface BlockStore extends AutoCloseable {
    /** In place of an address: nothing. */
    long NONE = -1;

    /**
     * Creates a store in a file that must not exist.
     *
     * @throws dev.fallow.StorageException if it does, or cannot be created
     */
    static BlockStore create(Path file, BlockStoreOptions options) {
        return StoreOpener.create(file, options);
    }

    /**
     * Opens a store. If it was not closed, its state is recovered.
     *
     * @param options forcing, interval of checkpoints and blocks at start; the rest comes from the file
     * @throws dev.fallow.CorruptFileException if the file is not a block store, or the part that describes it is damaged
     * @throws dev.fallow.FileInUseException if it is open
     * @throws dev.fallow.StorageException if it cannot be read
     */
    static BlockStore open(Path file, BlockStoreOptions options) {
        return StoreOpener.open(file, options);
    }

    /**
     * Allocates a block. Its content is undefined.
     *
     * @param size bytes of content, at least 1
     * @return its address, never 0
     * @throws IllegalArgumentException if the size is not positive or larger than the storage space may become
     * @throws dev.fallow.StorageException also if the storage space is full
     */
    long allocate(long size);

    /**
     * Allocates a block and writes all of the buffer into it: header and content in one write where they are beside each
     * other.
     *
     * @param content at least 1 byte
     * @return its address
     */
    long store(ByteBuffer content);

    /**
     * Gives a block back.
     *
     * @throws IllegalArgumentException if no allocated (or damaged) block begins there
     */
    void deallocate(long address);

    /**
     * Bytes that a block has for content: at least what was asked for.
     *
     * @throws IllegalArgumentException if no allocated block begins there
     */
    long capacity(long address);

    /**
     * Fills the buffer from a block's content. What was never written, or lies behind the end of the file, is undefined.
     *
     * @param offset bytes from the beginning of the content
     * @throws IllegalArgumentException if no allocated block begins there, or it is not so large
     */
    void read(long address, long offset, ByteBuffer target);

    /**
     * Fills the buffer from the beginning of a block's content, or as much of it as the block has: for content that says how
     * long it is. One access, where the header is beside the content.
     *
     * @return how many bytes were put into the buffer
     * @throws IllegalArgumentException if no allocated block begins there
     */
    int readBeginning(long address, ByteBuffer target);

    /**
     * Writes all of the buffer into a block's content.
     *
     * @param offset bytes from the beginning of the content
     * @throws IllegalArgumentException if no allocated block begins there, or it is not so large
     */
    void write(long address, long offset, ByteBuffer source);

    /** The application's number; {@link #NONE} at first. */
    long root();

    /** Changes the application's number, by one write that is made whole or not at all. */
    void setRoot(long root);

    /** Shows each allocated block, in the order of addresses. Reads all headers. */
    void forEachBlock(BlockVisitor visitor);

    /**
     * Reads all headers: finds free blocks that a failure made a list lose, and damaged headers.
     *
     * @return the state afterwards
     */
    StoreReport scan();

    /** Writes tail pointer and heads of lists; forces, unless forcing is off. */
    void checkpoint();

    /** The state. */
    StoreReport report();

    /** Writes what a fast start needs, and closes. Does nothing if it is closed already. */
    @Override
    void close();
}
