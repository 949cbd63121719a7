package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapObjects;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The differences between the two uses of dense storage, links and attributes: the messages in the heap and the record
 * layouts of the two indexes, which {@link DenseRecord} specifies. Positions and widths are in bytes.
 *
 * @param <T> a decoded message
 */
public abstract class DenseForm<T> {
    final Records records;

    protected DenseForm(Records records) {
        this.records = records;
    }

    /**
     * The records of both indexes.
     *
     * @param structure the specification's name of the messages
     * @param heap libhdf5's parameters of the heap
     * @param orderInNames the position of the creation order in a record by name; -1 if it is not in it
     */
    public record Records(
            String structure,
            DoublingTable heap,
            int idLength,
            BTreeV2Type nameType,
            int nameLength,
            int hashAt,
            int idAt,
            int orderInNames,
            BTreeV2Type orderType,
            int orderLength,
            int orderAt,
            int orderWidth,
            int idInOrders) {
        /** With the positions of the fields in the layouts of a record by name and of one by creation order. */
        public static Records of(
                String structure,
                DoublingTable heap,
                int idLength,
                BTreeV2Type nameType,
                Layout name,
                boolean orderInNames,
                BTreeV2Type orderType,
                Layout order) {
            return new Records(
                    structure,
                    heap,
                    idLength,
                    nameType,
                    DenseRecord.length(name),
                    DenseRecord.at(name, "hash"),
                    DenseRecord.at(name, "heapId"),
                    orderInNames ? DenseRecord.at(name, "order") : -1,
                    orderType,
                    DenseRecord.length(order),
                    DenseRecord.at(order, "order"),
                    order.field("order").width(FieldSizes.EIGHT, 0),
                    DenseRecord.at(order, "heapId"));
        }
    }

    /** Creates an empty heap with libhdf5's parameters. */
    final FractalHeap createHeap(StructureStore store) throws IOException {
        return FractalHeap.create(store, records.heap, records.idLength);
    }

    /** A record of the name index. */
    final byte[] nameRecord(int hash, byte[] id, long order) {
        byte[] record = new byte[records.nameLength];
        LittleEndian.put(record, records.hashAt, Integer.BYTES, hash & 0xFFFF_FFFFL);
        System.arraycopy(id, 0, record, records.idAt, records.idLength);
        if (records.orderInNames >= 0) {
            LittleEndian.put(record, records.orderInNames, records.orderWidth, order);
        }
        return record;
    }

    /** A record of the creation order index. */
    final byte[] orderRecord(long order, byte[] id) {
        byte[] record = new byte[records.orderLength];
        LittleEndian.put(record, records.orderAt, records.orderWidth, order);
        System.arraycopy(id, 0, record, records.idInOrders, records.idLength);
        return record;
    }

    /** The creation order of the entry with a name index record at a position of an image. */
    public abstract long order(T message, byte[] image, int at);

    /**
     * The message of a name index record at a position of an image.
     *
     * @param heap the heap of the table
     * @throws dev.fallow.UnsupportedFeatureException if the message is shared in a way that cannot be read
     */
    public FieldReader message(HeapObjects heap, byte[] image, int at) throws IOException {
        return heap.object(image, at + records.idAt, records.structure);
    }

    /**
     * The ID of the message of a record of either index, at a position of an image, if it is in a heap that several tables share;
     * 0 if it is in the heap of the table.
     */
    public long sharedId(byte[] image, int at) {
        return 0;
    }

    /** Marks a record of either index, whose ID is one in a heap that several tables share. */
    public void markShared(byte[] record) {
        throw new UnsupportedOperationException();
    }

    /** A message in a heap that several tables share is no longer used by its table. */
    public void release(long sharedId) {
        throw new UnsupportedOperationException();
    }

    /** Whether a visit of all messages refuses names that are not in the order of their hashes, or not unique. */
    public boolean requiresOrder() {
        return false;
    }

    /** Whether a message ends with the address of an object header. */
    public boolean endsWithHeader(ByteBuffer image, int at) {
        return false;
    }

    /** Decodes a message. */
    public abstract T decode(FieldReader message);

    /** The name in a message. */
    public abstract String name(T message);
}
