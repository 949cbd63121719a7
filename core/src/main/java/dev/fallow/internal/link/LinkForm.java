package dev.fallow.internal.link;

import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.dense.DenseForm;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapObjects;
import java.io.IOException;

/**
 * The form of dense links: see {@link DenseRecord}. The creation order is in the
 * message.
 */
final class LinkForm implements DenseForm<LinkMessage> {
    static final LinkForm INSTANCE = new LinkForm();

    private static final int ID_LENGTH = FractalHeapHeader.LINK_ID_LENGTH;
    private static final int NAME_RECORD = DenseRecord.length(DenseRecord.LINK_NAME);
    private static final int ORDER_RECORD = DenseRecord.length(DenseRecord.LINK_ORDER);

    private LinkForm() {}

    @Override
    public FractalHeap createHeap(StructureStore store) throws IOException {
        return FractalHeap.create(store, DoublingTable.LINKS, ID_LENGTH);
    }

    @Override
    public String structure() {
        return "link message";
    }

    @Override
    public int idLength() {
        return ID_LENGTH;
    }

    @Override
    public BTreeV2Type nameType() {
        return BTreeV2Type.LINK_NAME;
    }

    @Override
    public int nameRecordLength() {
        return NAME_RECORD;
    }

    @Override
    public int hashAt() {
        return 0;
    }

    @Override
    public int idAt() {
        return Integer.BYTES;
    }

    @Override
    public BTreeV2Type orderType() {
        return BTreeV2Type.LINK_ORDER;
    }

    @Override
    public int orderRecordLength() {
        return ORDER_RECORD;
    }

    @Override
    public int orderAt() {
        return 0;
    }

    @Override
    public int orderWidth() {
        return Long.BYTES;
    }

    @Override
    public byte[] nameRecord(int hash, byte[] id, long order) {
        byte[] record = new byte[NAME_RECORD];
        LittleEndian.put(record, 0, Integer.BYTES, hash & 0xFFFF_FFFFL);
        System.arraycopy(id, 0, record, Integer.BYTES, ID_LENGTH);
        return record;
    }

    @Override
    public byte[] orderRecord(long order, byte[] id) {
        byte[] record = new byte[ORDER_RECORD];
        LittleEndian.put(record, 0, Long.BYTES, order);
        System.arraycopy(id, 0, record, Long.BYTES, ID_LENGTH);
        return record;
    }

    @Override
    public long order(LinkMessage message, byte[] image, int at) {
        return message.creationOrder();
    }

    @Override
    public FieldReader message(HeapObjects heap, byte[] image, int at) throws IOException {
        return heap.object(image, at + idAt(), structure());
    }

    @Override
    public boolean requiresOrder() {
        return true;
    }

    @Override
    public LinkMessage decode(FieldReader message) {
        return LinkMessage.decode(message);
    }

    @Override
    public String name(LinkMessage message) {
        return message.name();
    }
}
