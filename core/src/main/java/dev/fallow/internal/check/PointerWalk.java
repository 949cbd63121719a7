package dev.fallow.internal.check;

import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.List;

/**
 * Finds every address that the structures of a file contain, except those in the superblock and those of the free-space
 * managers. The file must have no uncommitted changes, and {@code LiveWalk} must have found it sound. Attributes in the shared message table
 * cannot be changed, so the blocks that they refer to are fixed, and so are the objects of a file with such a table. O(n) in the number
 * of objects, whose addresses are kept in memory, and in the bytes of elements that may contain addresses.
 *
 * <p>It is no {@code Census.Reader}: in a sound file it needs neither paths nor link counts, and a list of addresses is the smaller queue.
 */
public final class PointerWalk extends ElementPointers {
    private static final String HEAP_OBJECT = "fractal heap object";

    /** The objects found so far, in the order in which they are visited; null if only one is visited. */
    private final AddressTable known;

    /** A walk over a container. */
    public PointerWalk(ObjectStore store, PointerVisitor visitor) {
        this(store, visitor, new AddressTable());
    }

    private PointerWalk(ObjectStore store, PointerVisitor visitor, AddressTable known) {
        super(store, visitor);
        this.known = known;
    }

    /** Visits one object, with its attributes and elements. */
    public static void visit(ObjectStore store, long object, PointerVisitor visitor) throws IOException {
        new PointerWalk(store, visitor, null).visit(object);
    }

    @Override
    void found(long object) {
        if (known != null && object != Addresses.UNDEFINED && known.indexOf(object) < 0) {
            known.add(object, 0);
        }
    }

    /** Performs the walk; may be called once. */
    public void walk(AnySuperblock superblock) throws IOException {
        if (superblock instanceof Superblock current && current.extensionAddress() != Addresses.UNDEFINED) {
            store.header(current.extensionAddress())
                    .forEachChunk((address, length) -> visitor.fixed(address, "the superblock"));
        } else if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            visitor.fixed(old.driverInfoAddress(), "the superblock");
        }
        if (store.sharedMessages() != null) {
            store.sharedMessages()
                    .forEachBlock((address, size, structure) -> visitor.fixed(address, "shared messages"));
        }
        found(superblock.rootAddress());
        for (int next = 0; next < known.size(); next++) {
            long object = known.address(next);
            if (store.sharedMessages() != null) {
                visitor.fixed(object, "shared messages");
            }
            visit(object);
            store.cache().parkAndTrim();
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    /** Visits the object with its header at an address. */
    private void visit(long address) throws IOException {
        where = "the object header at address " + address;
        ObjectHeader header = store.header(address);
        List<Part> parts = Part.chunksOf(header);
        Attributes attributes = new Attributes(store, header, "object header at address " + address);
        for (LiveMessage message : header.messages(any -> true)) {
            Part part = Part.of(parts, message);
            FieldReader body = message.body(sizes, MessageType.titleOf(message.type()));
            if ((message.flags() & MessageFlags.SHARED) != 0) {
                shared(part, body);
            } else if (message.sharedId() == SharedMessages.NONE) {
                visit(part, message, body, attributes);
            } else if (message.type() == MessageType.ATTRIBUTE.number()) {
                attribute(null, body, attributes);
            }
        }
        if (header.kind() == ObjectKind.DATASET) {
            dataset(header, parts);
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
            case ATTRIBUTE -> attribute(part, body, attributes);
            case CONTINUATION -> pointer(part, body);
            case EXTERNAL_DATA_FILES ->
                localHeap(pointer(
                        part, body.at(ExternalDataFiles.LAYOUT.field("heap").at(sizes))));
            case SYMBOL_TABLE -> {
                long tree = pointer(part, body);
                new GroupCheck(structures, store.groupK(), structures.path, (object, path, entry, at) -> found(object))
                        .symbols(tree, null);
                localHeap(pointer(part, body));
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
        long heap = pointer(part, body);
        long names = pointer(part, body);
        long orders = indexed ? pointer(part, body) : Addresses.UNDEFINED;
        DenseCheck storage = new DenseCheck(structures, attributes == null, structures.path) {
            @Override
            void dense(FractalHeapCheck.Stored message, byte[] id, long order) throws IOException {
                if (message == null) {
                    long shared = LittleEndian.i64(id, 0);
                    attribute(null, store.sharedMessages().find(MessageType.ATTRIBUTE.number(), shared), attributes);
                } else if (message.part() != null) { // no link or attribute is short enough for an ID
                    FieldReader in =
                            FieldReader.of(message.bytes(), PointerWalk.this.sizes, HEAP_OBJECT, message.address());
                    if (attributes == null) {
                        link(message.part(), in);
                    } else {
                        attribute(message.part(), in, attributes);
                    }
                }
            }
        };
        storage.check(null, heap, names, orders);
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    /** Visits a link message. */
    private void link(Part part, FieldReader in) {
        LinkMessage link = LinkMessage.decode(in.at(0));
        if (link.target() instanceof LinkTarget.Hard) {
            object(part, in.at(link.encodedLength(sizes) - sizes.offsets()));
        }
    }

    /** Visits a message that refers to a committed datatype, or to a shared message, which has no address. */
    private void shared(Part part, FieldReader in) {
        SharedMessage message = SharedMessage.decode(in.at(0));
        if (message.address() != Addresses.UNDEFINED) {
            object(part, in.at(message.encodedLength(sizes) - sizes.offsets()));
        }
    }

    /**
     * Visits an attribute message.
     *
     * @param part null if it cannot be changed
     */
    private void attribute(Part part, FieldReader in, Attributes attributes) throws IOException {
        AttributeMessage attribute = AttributeMessage.decode(in.at(0));
        if (attribute.datatypeShared()) {
            shared(part, in.at(attribute.datatypeAt()));
        }
        if (attribute.dataspaceShared()) {
            shared(part, in.at(attribute.dataspaceAt()));
        }
        Datatype type = attributes.datatype(attribute);
        if (wants(type)) {
            elements(type, part, in.at(attribute.dataAt()).inner(attribute.data().length, "attribute"));
        }
    }

    /** Visits a local heap. */
    private void localHeap(long address) throws IOException {
        structures.signed(LocalHeapPrefix.LAYOUT, address, LocalHeapPrefix.length(sizes));
    }
}
