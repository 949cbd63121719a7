package dev.fallow.internal.attribute;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dense.DenseForm;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapObjects;
import java.io.IOException;

/**
 * The form of dense attributes: see {@link DenseRecord}. The creation order is
 * in the records.
 */
final class AttributeForm implements DenseForm<AttributeMessage> {
    private static final int ID_LENGTH = FractalHeapHeader.ATTRIBUTE_ID_LENGTH;
    private static final int FLAGS_AT = DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "messageFlags");
    private static final int ORDER_AT = DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "order");
    private static final int HASH_AT = DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "hash");
    private static final int NAME_RECORD = DenseRecord.length(DenseRecord.ATTRIBUTE_NAME);
    private static final int ORDER_RECORD = DenseRecord.length(DenseRecord.ATTRIBUTE_ORDER);

    private final SharedMessages sharedMessages;
    private final String where;

    /** @param where file and object, for messages */
    AttributeForm(ObjectStore store, String where) {
        sharedMessages = store.sharedMessages();
        this.where = where;
    }

    @Override
    public FractalHeap createHeap(StructureStore store) throws IOException {
        return FractalHeap.create(store, DoublingTable.ATTRIBUTES, ID_LENGTH);
    }

    @Override
    public String structure() {
        return "attribute message";
    }

    @Override
    public int idLength() {
        return ID_LENGTH;
    }

    @Override
    public BTreeV2Type nameType() {
        return BTreeV2Type.ATTRIBUTE_NAME;
    }

    @Override
    public int nameRecordLength() {
        return NAME_RECORD;
    }

    @Override
    public int hashAt() {
        return HASH_AT;
    }

    @Override
    public int idAt() {
        return 0;
    }

    @Override
    public BTreeV2Type orderType() {
        return BTreeV2Type.ATTRIBUTE_ORDER;
    }

    @Override
    public int orderRecordLength() {
        return ORDER_RECORD;
    }

    @Override
    public int orderAt() {
        return ORDER_AT;
    }

    @Override
    public int orderWidth() {
        return Integer.BYTES;
    }

    @Override
    public byte[] nameRecord(int hash, byte[] id, long order) {
        byte[] record = new byte[NAME_RECORD];
        System.arraycopy(id, 0, record, 0, ID_LENGTH);
        LittleEndian.put(record, ORDER_AT, Integer.BYTES, order);
        LittleEndian.put(record, HASH_AT, Integer.BYTES, hash & 0xFFFF_FFFFL);
        return record;
    }

    @Override
    public byte[] orderRecord(long order, byte[] id) {
        byte[] record = new byte[ORDER_RECORD];
        System.arraycopy(id, 0, record, 0, ID_LENGTH);
        LittleEndian.put(record, ORDER_AT, Integer.BYTES, order);
        return record;
    }

    @Override
    public long order(AttributeMessage message, byte[] image, int at) {
        return LittleEndian.unsigned(image, at + ORDER_AT, Integer.BYTES);
    }

    @Override
    public FieldReader message(HeapObjects heap, byte[] image, int at) throws IOException {
        if ((image[at + FLAGS_AT] & MessageFlags.SHARED) == 0) {
            return heap.object(image, at + idAt(), structure());
        }
        if (sharedMessages == null) {
            throw new UnsupportedFeatureException(where + ": a shared attribute is not supported");
        }
        return sharedMessages.find(MessageType.ATTRIBUTE.number(), LittleEndian.i64(image, at + idAt()));
    }

    @Override
    public long sharedId(byte[] image, int at) {
        return (image[at + FLAGS_AT] & MessageFlags.SHARED) == 0 ? SharedMessages.NONE : LittleEndian.i64(image, at);
    }

    @Override
    public void markShared(byte[] record) {
        record[FLAGS_AT] |= MessageFlags.SHARED;
    }

    @Override
    public void release(long sharedId) {
        sharedMessages.release(MessageType.ATTRIBUTE.number(), sharedId);
    }

    @Override
    public AttributeMessage decode(FieldReader message) {
        return AttributeMessage.decode(message);
    }

    @Override
    public String name(AttributeMessage message) {
        return message.name();
    }
}
