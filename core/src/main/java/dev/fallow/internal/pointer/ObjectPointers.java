package dev.fallow.internal.pointer;

import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;

/** The addresses in the header of an object, and in the structures of its links and attributes. */
final class ObjectPointers {
    private final ObjectStore store;
    private final PointerSource source;
    private final MessagePointers messages;
    private final DatasetPointers datasets;

    ObjectPointers(PointerSource source) {
        this.source = source;
        store = source.store();
        ElementPointers elements = new ElementPointers(source);
        messages = new MessagePointers(source, elements);
        datasets = new DatasetPointers(source, elements);
    }

    /** Visits the object with its header at an address. */
    void visit(long address) throws IOException {
        source.visiting("the object header at address " + address);
        ObjectHeader header = store.header(address);
        HeaderParts parts = new HeaderParts(header);
        Attributes attributes = new Attributes(store, header, "object header at address " + address);
        for (LiveMessage message : header.messages(any -> true)) {
            Part part = parts.of(message);
            FieldReader body = message.body(store.sizes(), MessageType.titleOf(message.type()));
            if ((message.flags() & MessageFlags.SHARED) != 0) {
                messages.shared(part, body);
            } else if (message.sharedId() == SharedMessages.NONE) {
                visit(part, message, body, attributes);
            } else if (message.type() == MessageType.ATTRIBUTE.number()) {
                messages.attribute(null, body, attributes::datatype);
            }
        }
        if (ObjectKinds.of(header) == ObjectKind.DATASET) {
            datasets.visit(header, parts);
        }
    }

    private void visit(Part part, LiveMessage message, FieldReader body, Attributes attributes) throws IOException {
        switch (MessageType.of(message.type()).orElse(MessageType.NIL)) {
            case LINK -> messages.link(part, body);
            case LINK_INFO -> {
                LinkInfo info = LinkInfo.decode(body.at(0));
                dense(part, body.at(info.addressesAt()), info.creationOrderIndexed(), null);
            }
            case ATTRIBUTE_INFO -> {
                AttributeInfo info = AttributeInfo.decode(body.at(0));
                dense(part, body.at(info.addressesAt()), info.creationOrderIndexed(), attributes);
            }
            case ATTRIBUTE -> messages.attribute(part, body, attributes::datatype);
            case CONTINUATION -> source.pointer(part, body);
            case EXTERNAL_DATA_FILES ->
                new GroupPointers(source).heap(source.pointer(part, body, ExternalDataFiles.LAYOUT.field("heap")));
            case SYMBOL_TABLE -> {
                GroupPointers group = new GroupPointers(source);
                group.tree(source.pointer(part, body));
                group.heap(source.pointer(part, body));
            }
            default -> {
                // contains no address, or is visited with its dataset
            }
        }
    }

    /**
     * Visits dense storage.
     *
     * @param body at the addresses
     * @param indexed whether there is an index by creation order
     * @param attributes null for links
     */
    private void dense(Part part, FieldReader body, boolean indexed, Attributes attributes) throws IOException {
        long heapAddress = source.pointer(part, body);
        long names = source.pointer(part, body);
        long orders = indexed ? source.pointer(part, body) : Addresses.UNDEFINED;
        if (heapAddress == Addresses.UNDEFINED) {
            return;
        }
        HeapPointers heap = new HeapPointers(source, heapAddress);
        new BTreeV2Pointers(source, (node, record) -> {
                    if (attributes == null) {
                        record.skip(DenseRecord.at(DenseRecord.LINK_NAME, "heapId"));
                        heap.object(record, messages::link);
                    } else if ((record.at(DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "messageFlags"))
                                            .u8()
                                    & MessageFlags.SHARED)
                            == 0) {
                        heap.object(record, (block, object) -> messages.attribute(block, object, attributes::datatype));
                    } else {
                        long id = LittleEndian.i64(record.bytes(Long.BYTES), 0);
                        FieldReader shared = store.sharedMessages().find(MessageType.ATTRIBUTE.number(), id);
                        messages.attribute(null, shared, attributes::datatype);
                    }
                })
                .visit(names);
        if (orders != Addresses.UNDEFINED) {
            new BTreeV2Pointers(source, (node, record) -> {}).visit(orders);
        }
    }
}
