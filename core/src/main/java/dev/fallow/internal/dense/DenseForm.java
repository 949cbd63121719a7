package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapObjects;
import java.io.IOException;

/**
 * The differences between the two uses of dense storage, links and attributes: the messages in the heap and the record
 * layouts of the two indexes. Positions and widths are in bytes.
 *
 * @param <T> a decoded message
 */
public interface DenseForm<T> {
    /** Creates an empty heap with libhdf5's parameters. */
    FractalHeap createHeap(StructureStore store) throws IOException;

    /** The specification's name of the messages. */
    String structure();

    /** The length of a heap ID in bytes. */
    int idLength();

    /** The record type of the name index. */
    BTreeV2Type nameType();

    /** The length of a name index record in bytes. */
    int nameRecordLength();

    /** The position of the hash in a name index record. */
    int hashAt();

    /** The position of the heap ID in a name index record. */
    int idAt();

    /** The record type of the creation order index. */
    BTreeV2Type orderType();

    /** The length of a creation order index record in bytes. */
    int orderRecordLength();

    /** The position of the creation order in a creation order index record. */
    int orderAt();

    /** The width of the creation order in bytes. */
    int orderWidth();

    /** A record of the name index. */
    byte[] nameRecord(int hash, byte[] id, long order);

    /** A record of the creation order index. */
    byte[] orderRecord(long order, byte[] id);

    /**
     * The creation order of an entry.
     *
     * @param image the node image that contains the name index record
     * @param at the record's position in it
     */
    long order(T message, byte[] image, int at);

    /**
     * Returns the message of a record.
     *
     * @param heap the heap of the table
     * @param image the node image that contains the name index record
     * @param at the record's position in it
     * @throws dev.fallow.UnsupportedFeatureException if the message is shared in a way that cannot be read
     */
    FieldReader message(HeapObjects heap, byte[] image, int at) throws IOException;

    /**
     * The ID of a record's message if it is in a heap that several tables share; 0 if it is in the heap of the table.
     *
     * @param image the node image that contains the record of either index
     * @param at the record's position in it
     */
    default long sharedId(byte[] image, int at) {
        return 0;
    }

    /** Marks a record of either index, whose ID is one in a heap that several tables share. */
    default void markShared(byte[] record) {
        throw new UnsupportedOperationException();
    }

    /** A message in a heap that several tables share is no longer used by its table. */
    default void release(long sharedId) {
        throw new UnsupportedOperationException();
    }

    /** Whether a visit of all messages refuses names that are not in the order of their hashes, or not unique. */
    default boolean requiresOrder() {
        return false;
    }

    /** Decodes a message. */
    T decode(FieldReader message);

    /** The name in a message. */
    String name(T message);
}
