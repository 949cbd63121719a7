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
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dense.DenseForm;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.heap.HeapObjects;
import java.io.IOException;

/** The form of dense attributes. The creation order is in the records. */
final class AttributeForm extends DenseForm<AttributeMessage> {
    private static final Records RECORDS = Records.of(
            "attribute message",
            DoublingTable.ATTRIBUTES,
            FractalHeapHeader.ATTRIBUTE_ID_LENGTH,
            BTreeV2Type.ATTRIBUTE_NAME,
            DenseRecord.ATTRIBUTE_NAME,
            true,
            BTreeV2Type.ATTRIBUTE_ORDER,
            DenseRecord.ATTRIBUTE_ORDER);
    /** In the records of both indexes. */
    private static final int FLAGS_AT = DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "messageFlags");

    private static final int ORDER_AT = DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "order");

    private final SharedMessages sharedMessages;
    private final String where;

    /** @param where file and object, for messages */
    AttributeForm(ObjectStore store, String where) {
        super(RECORDS);
        sharedMessages = store.sharedMessages();
        this.where = where;
    }

    @Override
    public long order(AttributeMessage message, byte[] image, int at) {
        return LittleEndian.unsigned(image, at + ORDER_AT, Integer.BYTES);
    }

    @Override
    public FieldReader message(HeapObjects heap, byte[] image, int at) throws IOException {
        if ((image[at + FLAGS_AT] & MessageFlags.SHARED) == 0) {
            return super.message(heap, image, at);
        }
        if (sharedMessages == null) {
            throw new UnsupportedFeatureException(where + ": a shared attribute is not supported");
        }
        return sharedMessages.find(MessageType.ATTRIBUTE.number(), LittleEndian.i64(image, at + RECORDS.idAt()));
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
