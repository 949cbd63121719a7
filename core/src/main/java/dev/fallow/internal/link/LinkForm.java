package dev.fallow.internal.link;

import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.internal.dense.DenseForm;
import java.nio.ByteBuffer;

/** The form of dense links. The creation order is in the message. */
final class LinkForm extends DenseForm<LinkMessage> {
    static final LinkForm INSTANCE = new LinkForm();

    private LinkForm() {
        super(Records.of(
                "link message",
                DoublingTable.LINKS,
                FractalHeapHeader.LINK_ID_LENGTH,
                BTreeV2Type.LINK_NAME,
                DenseRecord.LINK_NAME,
                false,
                BTreeV2Type.LINK_ORDER,
                DenseRecord.LINK_ORDER));
    }

    @Override
    public long order(LinkMessage message, byte[] image, int at) {
        return message.creationOrder();
    }

    @Override
    public boolean requiresOrder() {
        return true;
    }

    @Override
    public boolean endsWithHeader(ByteBuffer image, int at) {
        return LinkMessage.isHard(image, at);
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
