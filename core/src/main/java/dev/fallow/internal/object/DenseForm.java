package dev.fallow.internal.object;

import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;

/**
 * In what the two uses of dense storage differ, links and attributes: what is in the heap, and how records of the two
 * indexes lay out what both have. Positions and widths are in bytes.
 *
 * @param <T> a decoded message
 */
interface DenseForm<T> {
    /** Makes an empty heap, as libhdf5 does. */
    FractalHeap createHeap(StructureStore store) throws IOException;

    /** The specification's name of what is in the heap, for messages. */
    String structure();

    /** Bytes of a heap ID. */
    int idLength();

    /** What records of the name index are. */
    BTreeV2Type nameType();

    /** Bytes of a record of the name index. */
    int nameRecordLength();

    /** Where the hash of the name is in a record of the name index. */
    int hashAt();

    /** Where the heap ID is in a record of the name index. */
    int idAt();

    /** What records of the creation order index are. */
    BTreeV2Type orderType();

    /** Bytes of a record of the creation order index. */
    int orderRecordLength();

    /** Where the creation order is in a record of its index. */
    int orderAt();

    /** Bytes of the creation order. */
    int orderWidth();

    /** A record of the name index. */
    byte[] nameRecord(int hash, byte[] id, long order);

    /** A record of the creation order index. */
    byte[] orderRecord(long order, byte[] id);

    /**
     * The creation order of an entry.
     *
     * @param image where the record of the name index lies
     * @param at where it starts
     */
    long order(T message, byte[] image, int at);

    /**
     * Where the message of a record is.
     *
     * @param heap beside the index
     * @param id the heap ID in the record
     * @param image where the record of the name index lies
     * @param at where it starts
     * @throws dev.fallow.UnsupportedFeatureException if it lies elsewhere, because objects share it, and cannot be read
     */
    FieldReader message(FractalHeap heap, byte[] id, byte[] image, int at) throws IOException;

    /** Decodes a message. */
    T decode(FieldReader message);

    /** The name that a message has. */
    String name(T message);
}
