package dev.fallow.internal.dataset;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.elements.RunWriter;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Contiguous elements, accessed without the metadata cache in pieces of bounded size. */
public final class ContiguousElements {
    static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

    private static final int PIECE_BYTES = 1 << 20;

    private ContiguousElements() {}

    /**
     * The bytes from an address. Space that was allocated but never written may be past the end of the file, and reads
     * as zeros.
     */
    static Elements.Source source(ObjectStore store, long address) {
        long[] at = {address};
        return bytes -> {
            ByteBuffer piece = ByteBuffer.allocate(bytes);
            store.readElements(at[0], piece.array(), bytes);
            at[0] += bytes;
            return piece;
        };
    }

    /** Receives the pieces of {@link #forEachPiece}. */
    @FunctionalInterface
    interface PieceVisitor {
        /**
         * A piece of whole elements.
         *
         * @param bytes a new array
         * @param offset the first byte's offset from the start of the elements
         */
        void visit(byte[] bytes, long offset) throws IOException;
    }

    /** Visits {@code size} bytes of elements. */
    static void forEachPiece(ObjectStore store, long address, long size, Datatype type, PieceVisitor visitor)
            throws IOException {
        Elements.Source source = source(store, address);
        long most = Math.max(1, PIECE_BYTES / type.size()) * type.size();
        for (long done = 0; done < size; done += most) {
            ByteBuffer piece = source.next(Math.toIntExact(Math.min(most, size - done)));
            visitor.visit(piece.array(), done);
        }
    }

    /**
     * Allocates space for the elements of a value and writes them. On failure nothing stays allocated, neither here nor
     * in the global heap.
     *
     * @param parts receives variable-length parts
     */
    public static long writeToNewSpace(ObjectStore store, TypedValue value, HeapInsertion parts) throws IOException {
        long address = store.space().allocate(RAW_DATA, value.size());
        try {
            write(store, address, value, parts);
            return address;
        } catch (IOException | RuntimeException e) {
            parts.undo();
            store.space().release(RAW_DATA, address, value.size());
            throw e;
        }
    }

    /** Writes all elements to space already allocated. */
    private static void write(ObjectStore store, long address, TypedValue value, HeapInsertion parts)
            throws IOException {
        int size = (int) value.datatype().size();
        try {
            new RunWriter(store.storage(), store.base() + address, size, new ValueSource(store, value, parts))
                    .write(0, 0, value.size() / size);
        } catch (IOException e) {
            throw new ElementsNotWrittenException(e);
        }
    }
}
