package dev.fallow.internal.elements;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Copies and fills blocks of elements inside a container or from one to another, in pieces of bounded size. */
public record BlockCopy(ObjectStore source, ObjectStore target) {
    private static final int PIECE_BYTES = 1 << 20;

    /** Copies inside a container. */
    public BlockCopy(ObjectStore store) {
        this(store, store);
    }

    /** Copies a block to an allocated one; what is past the end of the file is zeros. */
    public void copy(long from, long to, long bytes) throws IOException {
        byte[] piece = new byte[(int) Math.min(PIECE_BYTES, bytes)];
        for (long done = 0; done < bytes; done += piece.length) {
            int length = (int) Math.min(piece.length, bytes - done);
            source.readElements(from + done, piece, length);
            target.storage().write(target.base() + to + done, ByteBuffer.wrap(piece, 0, length));
            target.advance().add(length);
        }
    }

    /** What is done with a new block before it is in use. */
    @FunctionalInterface
    interface Completion {
        /** Changes the block at an address. */
        void run(long address) throws IOException;
    }

    /** Copies a block to new space, and returns its address; on failure none stays allocated. */
    long copyToNew(long from, long bytes, Completion completion) throws IOException {
        long address = target.space().allocate(AllocationType.RAW_DATA, bytes);
        try {
            copy(from, address, bytes);
            completion.run(address);
            return address;
        } catch (IOException | RuntimeException e) {
            target.space().release(AllocationType.RAW_DATA, address, bytes);
            throw e;
        }
    }

    /** Fills an allocated block with copies of an element. What is past the end of the file is zeros anyway. */
    public void fill(long address, long length, byte[] element) throws IOException {
        long present = Math.max(0, target.storage().size() - target.base() - address);
        long bytes = isZeros(element) ? Math.min(length, present) : length;
        int piece = Math.max(1, PIECE_BYTES / element.length) * element.length;
        byte[] filled = new byte[(int) Math.min(piece, bytes)];
        ByteTarget.fill(filled, 0, filled.length, element);
        for (long done = 0; done < bytes; done += filled.length) {
            int part = (int) Math.min(filled.length, bytes - done);
            target.storage().write(target.base() + address + done, ByteBuffer.wrap(filled, 0, part));
        }
    }

    private static boolean isZeros(byte[] element) {
        for (byte each : element) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }
}
