package dev.fallow.internal.pointer;

import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.FillValues;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds every address that the structures of a file contain, except those in the superblock and those of the free-space
 * managers. The file must be as the last commit left it, and {@code LiveWalk} must have found it sound. Elements that are in
 * chunks, and attributes in the shared message table, are not changed in place, so what they refer to is fixed; so are the
 * objects of a file with such a table. O(n) in the number of objects, whose addresses are kept in memory, and in the bytes of elements that may contain
 * addresses.
 */
public final class PointerWalk {
    /** Bytes of contiguous elements that are looked at together. */
    private static final int PIECE_BYTES = 1 << 20;
    /** Bytes before the address in layout messages of versions 3 and later, and in earlier ones. */
    private static final int LAYOUT_PREFIX = 2;

    private static final int OLD_LAYOUT_PREFIX = 8;

    private final ObjectStore store;
    private final PointerVisitor visitor;
    private final PointerSource source;
    private final ElementPointers elements;
    private final MessagePointers messages;
    private final AddressTable known = new AddressTable();
    private final Deque<Long> toVisit = new ArrayDeque<>();

    /** A walk over a container. */
    public PointerWalk(ObjectStore store, PointerVisitor visitor) {
        this.store = store;
        this.visitor = visitor;
        source = new PointerSource(store, visitor, this::enqueue);
        elements = new ElementPointers(source);
        messages = new MessagePointers(source, elements);
    }

    private void enqueue(long object) {
        if (object != Addresses.UNDEFINED && known.indexOf(object) < 0) {
            known.add(object, 0);
            toVisit.add(object);
        }
    }

    /** Performs the walk; may be called once. */
    public void walk(AnySuperblock superblock) throws IOException {
        if (superblock instanceof Superblock current && current.extensionAddress() != Addresses.UNDEFINED) {
            visitor.fixed(current.extensionAddress(), "the superblock");
        } else if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            visitor.fixed(old.driverInfoAddress(), "the superblock");
        }
        if (store.sharedMessages() != null) {
            store.sharedMessages()
                    .forEachBlock((address, size, structure) -> visitor.fixed(address, "shared messages"));
        }
        enqueue(superblock.rootAddress());
        while (!toVisit.isEmpty()) {
            visit(toVisit.remove());
            store.cache().parkAndTrim();
        }
    }

    private void visit(long address) throws IOException {
        source.visiting("the object header at address " + address);
        ObjectHeader header = store.header(address);
        if (store.sharedMessages() != null) {
            visitor.fixed(address, "shared messages");
        }
        List<Part> chunks = new ArrayList<>();
        header.forEachChunk((at, length) ->
                chunks.add(header.format().trailerLength() > 0 ? Part.sealed(at, length) : Part.plain(at, length)));
        Attributes attributes = new Attributes(store, header, "object header at address " + address);
        for (LiveMessage message : header.messages(any -> true)) {
            Part part = partOf(chunks, message);
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
            dataset(header, chunks);
        }
    }

    private static Part partOf(List<Part> chunks, LiveMessage message) {
        for (Part chunk : chunks) {
            if (message.bodyAddress() >= chunk.address() && message.bodyAddress() <= chunk.address() + chunk.length()) {
                return chunk;
            }
        }
        throw new IllegalStateException("a message outside its header, at address " + message.bodyAddress());
    }

    private void visit(Part part, LiveMessage message, FieldReader body, Attributes attributes) throws IOException {
        switch (MessageType.of(message.type()).orElse(MessageType.NIL)) {
            case LINK -> messages.link(part, body);
            case LINK_INFO -> dense(part, body, 8, null);
            case ATTRIBUTE_INFO -> dense(part, body, 2, attributes);
            case ATTRIBUTE -> messages.attribute(part, body, attributes::datatype);
            case CONTINUATION -> source.pointer(part, body);
            case EXTERNAL_DATA_FILES -> {
                body.skip(8);
                new GroupPointers(source).heap(source.pointer(part, body));
            }
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
     * @param orderWidth the width of the largest creation order, if it is stored
     * @param attributes null for links
     */
    private void dense(Part part, FieldReader body, int orderWidth, Attributes attributes) throws IOException {
        body.skip(1);
        int flags = body.u8();
        body.skip((flags & 1) != 0 ? orderWidth : 0);
        long heapAddress = source.pointer(part, body);
        long names = source.pointer(part, body);
        long orders = (flags & 2) != 0 ? source.pointer(part, body) : Addresses.UNDEFINED;
        if (heapAddress == Addresses.UNDEFINED) {
            return;
        }
        HeapPointers heap = new HeapPointers(source, heapAddress);
        new BTreeV2Pointers(source, (node, record) -> {
                    if (attributes == null) {
                        record.skip(4);
                        heap.object(record, messages::link);
                    } else if ((record.at(8).u8() & MessageFlags.SHARED) == 0) {
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

    private void dataset(ObjectHeader header, List<Part> chunks) throws IOException {
        LiveMessage message = header.find(MessageType.DATA_LAYOUT);
        Part part = partOf(chunks, message);
        FieldReader body = message.body(store.sizes(), MessageType.DATA_LAYOUT.title());
        DatasetStorage dataset = DatasetStorage.of(store, header, "object header at address " + header.address());
        boolean containing = ElementPointers.mayContain(dataset.datatype());
        if (containing) {
            byte[] fill = FillValues.of(store, header);
            if (fill != null) {
                elements.visit(dataset.datatype(), null, FieldReader.of(fill, store.sizes(), "fill value", -1));
            }
        }
        DataLayout layout = DataLayout.decode(body.at(0));
        boolean old = layout instanceof DataLayout.Old;
        if (layout instanceof VirtualLayout) {
            source.pointer(part, body.at(LAYOUT_PREFIX));
        } else if (layout instanceof ChunkedLayout chunked) {
            chunked(dataset, part, body, chunked);
        } else if (layout.layoutClass() != DataLayout.COMPACT) {
            long address = source.pointer(part, body.at(old ? OLD_LAYOUT_PREFIX : LAYOUT_PREFIX));
            if (containing && address != Addresses.UNDEFINED) {
                contiguous(dataset.datatype(), address, dataset.storageSize());
            }
        } else if (containing) {
            long at = layout instanceof DataLayout.Old dimensioned
                    ? OLD_LAYOUT_PREFIX + 4L * dimensioned.dimensions().size() + 4
                    : LAYOUT_PREFIX + 2;
            elements.visit(dataset.datatype(), part, body.at(at).inner(dataset.storageSize(), "elements"));
        }
    }

    private void contiguous(Datatype type, long address, long size) throws IOException {
        long most = Math.max(1, PIECE_BYTES / type.size()) * type.size();
        for (long done = 0; done < size; done += most) {
            Part piece = Part.plain(address + done, Math.min(most, size - done));
            elements.visit(type, piece, source.read(piece, "elements"));
        }
    }

    private void chunked(DatasetStorage dataset, Part part, FieldReader body, ChunkedLayout layout) throws IOException {
        long at = layout.version() < 3
                ? OLD_LAYOUT_PREFIX
                : layout.version() == 3 ? LAYOUT_PREFIX + 1 : layout.encodedLength(store.sizes()) - source.width();
        if (source.pointer(part, body.at(at)) == Addresses.UNDEFINED) {
            return;
        }
        new ChunkPointers(source).visit(layout);
        if (ElementPointers.mayContain(dataset.datatype())) {
            new DatasetReferences(dataset)
                    .forEachStored(bytes -> elements.visit(
                            dataset.datatype(), null, FieldReader.of(bytes, store.sizes(), "elements", -1)));
        }
    }
}
