package dev.fallow.internal.pointer;

import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.List;

/** The addresses in the header of an object, and in the structures of its links and attributes. */
final class ObjectPointers {
    private final ObjectStore store;
    private final PointerSource source;
    private final ElementPointers elements;
    private final DatasetPointers datasets;

    ObjectPointers(PointerSource source) {
        this.source = source;
        store = source.store();
        elements = new ElementPointers(source);
        datasets = new DatasetPointers(source, elements);
    }

    /** Visits the object with its header at an address. */
    void visit(long address) throws IOException {
        source.visiting("the object header at address " + address);
        ObjectHeader header = store.header(address);
        List<Part> parts = Part.chunksOf(header);
        Attributes attributes = new Attributes(store, header, "object header at address " + address);
        for (LiveMessage message : header.messages(any -> true)) {
            Part part = Part.of(parts, message);
            FieldReader body = message.body(store.sizes(), MessageType.titleOf(message.type()));
            if ((message.flags() & MessageFlags.SHARED) != 0) {
                shared(part, body);
            } else if (message.sharedId() == SharedMessages.NONE) {
                visit(part, message, body, attributes);
            } else if (message.type() == MessageType.ATTRIBUTE.number()) {
                attribute(null, body, attributes::datatype);
            }
        }
        if (header.kind() == ObjectKind.DATASET) {
            datasets.visit(header, parts);
        }
    }

    private void visit(Part part, LiveMessage message, FieldReader body, Attributes attributes) throws IOException {
        switch (MessageType.of(message.type()).orElse(MessageType.NIL)) {
            case LINK -> link(part, body);
            case LINK_INFO -> {
                LinkInfo info = LinkInfo.decode(body.at(0));
                dense(part, body.at(info.addressesAt()), info.creationOrderIndexed(), null);
            }
            case ATTRIBUTE_INFO -> {
                AttributeInfo info = AttributeInfo.decode(body.at(0));
                dense(part, body.at(info.addressesAt()), info.creationOrderIndexed(), attributes);
            }
            case ATTRIBUTE -> attribute(part, body, attributes::datatype);
            case CONTINUATION -> source.pointer(part, body);
            case EXTERNAL_DATA_FILES -> localHeap(source.pointer(part, body, ExternalDataFiles.LAYOUT.field("heap")));
            case SYMBOL_TABLE -> {
                groupTree(source.pointer(part, body));
                localHeap(source.pointer(part, body));
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
                        heap.object(record, this::link);
                    } else if ((record.at(DenseRecord.at(DenseRecord.ATTRIBUTE_NAME, "messageFlags"))
                                            .u8()
                                    & MessageFlags.SHARED)
                            == 0) {
                        heap.object(record, (block, object) -> attribute(block, object, attributes::datatype));
                    } else {
                        long id = LittleEndian.i64(record.bytes(Long.BYTES), 0);
                        FieldReader shared = store.sharedMessages().find(MessageType.ATTRIBUTE.number(), id);
                        attribute(null, shared, attributes::datatype);
                    }
                })
                .visit(names);
        if (orders != Addresses.UNDEFINED) {
            new BTreeV2Pointers(source, (node, record) -> {}).visit(orders);
        }
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    /** The datatype of an attribute. */
    @FunctionalInterface
    private interface TypeOfAttribute {
        Datatype of(AttributeMessage attribute) throws IOException;
    }

    /** Visits a link message. */
    private void link(Part part, FieldReader in) {
        LinkMessage link = LinkMessage.decode(in.at(0));
        if (link.target() instanceof LinkTarget.Hard) {
            source.object(part, in.at(link.encodedLength(source.sizes()) - source.width()));
        }
    }

    /** Visits a message that refers to a committed datatype, or to a shared message, which has no address. */
    private void shared(Part part, FieldReader in) {
        SharedMessage message = SharedMessage.decode(in.at(0));
        if (message.address() != Addresses.UNDEFINED) {
            source.object(part, in.at(message.encodedLength(source.sizes()) - source.width()));
        }
    }

    /**
     * Visits an attribute message.
     *
     * @param part null if it cannot be changed
     */
    private void attribute(Part part, FieldReader in, TypeOfAttribute types) throws IOException {
        AttributeMessage attribute = AttributeMessage.decode(in.at(0));
        if (attribute.datatypeShared()) {
            shared(part, in.at(attribute.datatypeAt()));
        }
        if (attribute.dataspaceShared()) {
            shared(part, in.at(attribute.dataspaceAt()));
        }
        Datatype type = types.of(attribute);
        if (source.mayContain(type)) {
            elements.visit(type, part, in.at(attribute.dataAt()).inner(attribute.data().length, "attribute"));
        }
    }

    // ---- old-style groups --------------------------------------------------------------------------------------

    /** Visits a local heap. */
    private void localHeap(long address) throws IOException {
        Part part = Part.plain(address, LocalHeapPrefix.length(source.sizes()));
        FieldReader in = source.read(part, LocalHeapPrefix.STRUCTURE);
        source.pointer(part, in, LocalHeapPrefix.LAYOUT.field("dataAddress"));
    }

    /** Visits a B-tree, the node at an address and all below it. */
    private void groupTree(long address) throws IOException {
        Part part = Part.plain(
                address, GroupBTreeNode.length(source.sizes(), store.groupK().groupInternal()));
        FieldReader in = source.read(part, GroupBTreeNode.STRUCTURE);
        in.skip(GroupBTreeNode.LAYOUT.field("level").at(source.sizes()));
        int level = in.u8();
        int count = in.u16();
        source.pointer(part, in);
        source.pointer(part, in);
        for (int i = 0; i < count; i++) {
            in.skip(source.sizes().lengths());
            long child = source.pointer(part, in);
            if (level > 0) {
                groupTree(child);
            } else {
                symbols(child);
            }
        }
    }

    private void symbols(long address) throws IOException {
        Part part = Part.plain(
                address, SymbolTableNode.length(source.sizes(), store.groupK().groupLeaf()));
        FieldReader in = source.read(part, SymbolTableNode.STRUCTURE);
        in.skip(SymbolTableNode.LAYOUT.field("symbols").at(source.sizes()));
        int count = in.u16();
        for (int i = 0; i < count; i++) {
            entry(part, in.inner(SymbolTableEntry.length(source.sizes()), SymbolTableNode.STRUCTURE));
        }
    }

    /** The addresses in an entry: of the header, and of the B-tree and the heap if they are cached there. */
    private void entry(Part part, FieldReader in) {
        in.skip(source.width());
        FieldReader header = in.at(0);
        in.skip(source.width());
        long cached = in.u32();
        if (cached != SymbolTableEntry.SOFT_LINK) {
            source.object(part, header);
        }
        if (cached == SymbolTableEntry.GROUP) {
            in.skip(4);
            source.pointer(part, in);
            source.pointer(part, in);
        }
    }
}
