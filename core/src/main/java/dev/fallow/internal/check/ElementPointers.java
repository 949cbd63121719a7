package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.slice.Grid;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * The addresses in datasets and elements; those in the structures that they lead to are found by the checks of these structures. A dataset
 * has some in its layout message, its chunk index and its fill value. Elements have those of objects in references, and of collections of
 * the global heap, whose objects can contain further addresses. {@code GlobalHeapReferences} has the forms of elements.
 */
abstract class ElementPointers {
    private static final String STRUCTURE = "element with an address";
    private static final int TO_OBJECT = 2;
    private static final int EXTERNAL = 1;
    private static final Layout.Field SIZE = GlobalHeapCollection.OBJECT.field("objectSize");
    /** Bytes of contiguous elements that are looked at together. */
    private static final int PIECE_BYTES = 1 << 20;

    final ObjectStore store;
    final FieldSizes sizes;
    final PointerVisitor visitor;
    /** Finds the addresses in structures. */
    final StructureCheck structures;
    /** The chunk whose decoded elements are being visited; null if none are. Addresses read without a part are in these elements. */
    EncodedChunk chunk;
    /** The object that is visited, for reasons. */
    String where = "";
    /** The reason of their filters why the visited chunks cannot be changed; null if they can. */
    String unwritable;

    /** The places of the objects of each collection read so far, by their indexes. */
    private final Map<Long, Map<Integer, Place>> collections = new HashMap<>();
    /** The objects of the global heap that have been visited. */
    private final Set<Place> visited = new HashSet<>();

    /** An object of a collection. */
    private record Place(Part collection, long address, long size) {}

    ElementPointers(ObjectStore store, PointerVisitor visitor) {
        this.store = store;
        this.visitor = visitor;
        sizes = store.sizes();
        structures = new StructureCheck(store, visitor);
    }

    /** Whether elements of a type are to be looked at. */
    final boolean wants(Datatype type) {
        return visitor.wantsElements() && mayContain(type);
    }

    /** A reader at the start of a part. */
    final FieldReader read(Part part, String structure) throws IOException {
        byte[] bytes = store.cache().read(part.address(), part.length(), structure);
        return FieldReader.of(bytes, sizes, structure, part.address());
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    /** Reports the address that a reader is at; returns it. The part is null if it cannot be changed where it is. */
    final long pointer(Part part, FieldReader in) {
        long field = in.address();
        long target = in.offset();
        if (target != Addresses.UNDEFINED) {
            if (part == null && chunk != null) {
                visitor.encoded(chunk, (int) field, target);
            } else if (part == null) {
                fixed(target);
            } else {
                visitor.pointer(part, field, target);
            }
        }
        return target;
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address of an object header, which is going to be visited. */
    final void object(Part part, FieldReader in) {
        found(pointer(part, in));
    }

    /** Receives the addresses of object headers; they may be undefined. */
    abstract void found(long object);

    /** As {@link #pointer(Part, FieldReader)}, for the address in a reference. */
    final void reference(Part part, FieldReader in) {
        long target = pointer(part, in);
        if (target != Addresses.UNDEFINED) {
            visitor.reference(target);
        }
    }

    /** Reports a block that has to stay where it is, because something that is being visited refers to it. */
    final void fixed(long target) {
        visitor.fixed(target, unwritable == null ? where : where + ", whose chunks cannot be changed: " + unwritable);
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    /** Whether elements of a type may contain addresses. */
    static boolean mayContain(Datatype type) {
        return type.refersToGlobalHeap() || ElementCopy.hasReferences(type);
    }

    /**
     * Visits elements.
     *
     * @param part contains them; null if they cannot be changed where they are
     * @param in whole elements, with their address in the file
     */
    final void elements(Datatype type, Part part, FieldReader in) throws IOException {
        while (in.remaining() >= type.size()) {
            element(type, part, in.inner(type.size(), STRUCTURE));
        }
    }

    private void element(Datatype type, Part part, FieldReader in) throws IOException {
        if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                if (mayContain(member.type())) {
                    elements(member.type(), part, in.at(member.offset()).inner(member.size(), STRUCTURE));
                }
            }
        } else if (type instanceof Array array) {
            elements(array.base(), part, in);
        } else if (type instanceof VariableLength sequence) {
            long length = in.u32();
            Datatype base = sequence.base();
            Place object = heapObject(part, in, mayContain(base));
            if (object != null) {
                Part bytes = Part.plain(object.address, Math.min(object.size, length * base.size()));
                elements(base, object.collection, read(bytes, STRUCTURE));
            }
        } else if (type instanceof ReferenceType reference) {
            reference(reference, part, in);
        }
    }

    private void reference(ReferenceType type, Part part, FieldReader in) throws IOException {
        switch (type.kind()) {
            case OBJECT -> {
                if (in.at(0).offset() != 0) {
                    reference(part, in);
                }
            }
            case REGION -> token(heapObject(part, in, true), false);
            default -> {
                int kind = in.u8();
                boolean external = (in.u8() & EXTERNAL) != 0;
                if (kind == TO_OBJECT && !external) {
                    token(part, in);
                } else if (kind != 0) {
                    in.skip(4);
                    Place object = heapObject(part, in, !external);
                    if (!external) {
                        token(object, true);
                    }
                }
            }
        }
    }

    /** The address at the start of an object of the global heap. */
    private void token(Place object, boolean withLength) throws IOException {
        if (object != null) {
            FieldReader in = read(Part.plain(object.address, object.size), STRUCTURE);
            if (withLength) {
                token(object.collection, in);
            } else {
                reference(object.collection, in);
            }
        }
    }

    private void token(Part part, FieldReader in) {
        int width = in.u8();
        if (width == sizes.offsets()) {
            reference(part, in);
        } else {
            fixed(in.unsigned(width));
        }
    }

    /**
     * Reports the collection of an object of the global heap.
     *
     * @param in at its ID
     * @param wanted whether the object is to be visited
     * @return null if there is nothing to visit
     */
    private Place heapObject(Part part, FieldReader in, boolean wanted) throws IOException {
        FieldReader field = in.at(0);
        long collection = in.offset();
        int index = (int) in.u32();
        if (collection == 0 || collection == Addresses.UNDEFINED) {
            return null;
        }
        pointer(part, field);
        if (!wanted) {
            return null;
        }
        Map<Integer, Place> known = collections.get(collection);
        if (known == null) {
            known = new HashMap<>();
            collections.put(collection, known);
            objects(collection, known);
        }
        Place object = known.get(index);
        return object != null && visited.add(object) ? object : null;
    }

    /** Finds the objects of a collection; none if a copied ID refers to a place where there is none. */
    private void objects(long address, Map<Integer, Place> objects) throws IOException {
        Part head = Part.plain(address, GlobalHeapCollection.HEADER_LENGTH);
        FieldReader start = read(head, GlobalHeapCollection.STRUCTURE);
        if (!GlobalHeapCollection.beginsWithSignature(start.at(0))) {
            return;
        }
        Part part = Part.plain(address, GlobalHeapCollection.decodeSize(start));
        FieldReader in = read(part, GlobalHeapCollection.STRUCTURE);
        in.skip(GlobalHeapCollection.HEADER_LENGTH);
        while (in.remaining() >= GlobalHeapCollection.OBJECT_HEADER_LENGTH) {
            int index = in.at(0).u16();
            long size = in.at(SIZE.at(sizes)).length();
            if (index == 0) {
                break;
            }
            in.skip(GlobalHeapCollection.OBJECT_HEADER_LENGTH);
            objects.put(index, new Place(part, in.address(), size));
            in.skip(Math.min(in.remaining(), (size + 7) / 8 * 8));
        }
    }

    // ---- datasets ----------------------------------------------------------------------------------------------

    /** Visits a dataset, except for the messages of its header that have no special meaning for it. */
    final void dataset(ObjectHeader header, List<Part> parts) throws IOException {
        LiveMessage message = header.find(MessageType.DATA_LAYOUT);
        Part part = Part.of(parts, message);
        FieldReader body = message.body(sizes, MessageType.DATA_LAYOUT.title());
        DatasetStorage dataset = DatasetStorage.of(store, header, "object header at address " + header.address());
        Datatype type = dataset.datatype();
        boolean containing = wants(type);
        if (containing) {
            for (LiveMessage fill : header.messages(any -> true)) {
                fillValue(type, parts, fill);
            }
        }
        DataLayout layout = DataLayout.decode(body.at(0));
        int at = layout.addressAt(sizes);
        if (layout instanceof VirtualLayout) {
            pointer(part, body.at(at));
        } else if (layout instanceof ChunkedLayout chunked) {
            if (pointer(part, body.at(at)) != Addresses.UNDEFINED) {
                chunked(header.address(), dataset, part, body, chunked);
            }
        } else if (layout.layoutClass() != DataLayout.COMPACT) {
            long address = pointer(part, body.at(at));
            if (containing && address != Addresses.UNDEFINED) {
                contiguous(type, address, dataset.storageSize());
            }
        } else if (containing) {
            elements(type, part, body.at(at).inner(dataset.storageSize(), "elements"));
        }
    }

    /** Visits a message if it is a fill value. A dataset may have one of each form. */
    private void fillValue(Datatype type, List<Part> parts, LiveMessage message) throws IOException {
        FieldReader body = message.body(sizes, "fill value");
        int length = 0;
        int before = 0;
        if (message.type() == MessageType.FILL_VALUE_OLD.number()) {
            OldFillValue fill = OldFillValue.decode(body.at(0));
            length = fill.value().length;
            before = fill.valueAt();
        } else if (message.type() == MessageType.FILL_VALUE.number()) {
            FillValue fill = FillValue.decode(body.at(0));
            length = fill.value().length;
            before = fill.valueAt();
        }
        if (length > 0) {
            Part part = message.sharedId() == SharedMessages.NONE ? Part.of(parts, message) : null;
            elements(type, part, body.at(before).inner(length, "fill value"));
        }
    }

    private void contiguous(Datatype type, long address, long size) throws IOException {
        long most = Math.max(1, PIECE_BYTES / type.size()) * type.size();
        for (long done = 0; done < size; done += most) {
            Part piece = Part.plain(address + done, Math.min(most, size - done));
            elements(type, piece, read(piece, "elements"));
        }
    }

    private void chunked(long header, DatasetStorage dataset, Part part, FieldReader body, ChunkedLayout layout)
            throws IOException {
        if (!wants(dataset.datatype())) {
            index(dataset, layout, null);
            return;
        }
        ChunkedElements chunks = dataset.chunks();
        Map<Long, ChunkEntry> entries = chunks.filters() == null ? null : new HashMap<>();
        index(dataset, layout, entries == null ? null : (entry, chunk) -> entries.put(chunk, entry));
        if (entries != null && layout.index() == ChunkedLayout.Index.SINGLE_CHUNK) {
            int at = layout.addressAt(sizes);
            int width = sizes.lengths();
            long size = body.at(at - width - Integer.BYTES).address();
            entries.put(layout.address(), new ChunkEntry(part, body.at(at).address(), size, width, null));
        }
        chunks(header, dataset, chunks, entries);
    }

    /** Visits the blocks of an index; the address in the layout message is not among the addresses. */
    private void index(DatasetStorage dataset, ChunkedLayout layout, ObjLongConsumer<ChunkEntry> entries)
            throws IOException {
        new ChunkCheck(structures, layout, dataset.dataspace(), dataset.pipeline(), entries)
                .index(new ChunkGrid(layout, dataset.dataspace()), store.groupK());
    }

    /** @param entries of the chunks by their addresses; null if there are no filters */
    private void chunks(long header, DatasetStorage dataset, ChunkedElements chunks, Map<Long, ChunkEntry> entries)
            throws IOException {
        Rows rows = new Rows(dataset.datatype(), chunks.elementSize(), dataset.dimensions(), dataset.chunkDimensions());
        Grid grid = chunks.grid();
        String[] problem = {null}; // of the filters, found with the first chunk that has passed them
        boolean[] tried = {false};
        chunks.index().forEach((coordinates, found) -> {
            if (entries == null || chunks.isRaw(grid, coordinates)) {
                Part place = Part.plain(found.address(), found.size());
                rows(rows, coordinates, place, read(place, "chunk"));
                return;
            }
            long[] own = coordinates.clone();
            byte[] raw = chunks.raw(grid, own, found);
            EncodedChunk encoded = new EncodedChunk(header, own, found, entries.get(found.address()));
            if (!tried[0]) {
                tried[0] = true;
                problem[0] = encoded.problem(chunks, raw);
            }
            chunk = problem[0] == null ? encoded : null;
            unwritable = problem[0];
            rows(rows, own, null, FieldReader.of(raw, sizes, "chunk", 0));
            chunk = null;
            unwritable = null;
        });
    }

    /**
     * The rows of elements in a chunk.
     *
     * @param bytes of an element
     * @param extent of the dataset in elements
     * @param chunk the dimensions of a chunk in elements
     */
    private record Rows(Datatype type, int bytes, long[] extent, long[] chunk) {
        boolean isInside(long[] coordinates, long row) {
            long rest = row;
            for (int i = chunk.length - 2; i >= 0; i--) {
                if (coordinates[i] * chunk[i] + rest % chunk[i] >= extent[i]) {
                    return false;
                }
                rest /= chunk[i];
            }
            return true;
        }
    }

    /** Visits the rows of a chunk that are inside the extent of the dataset. What is outside may be anything. */
    private void rows(Rows rows, long[] coordinates, Part part, FieldReader in) throws IOException {
        int last = rows.chunk.length - 1;
        long columns = rows.chunk[last];
        long length = Math.min(columns, rows.extent[last] - coordinates[last] * columns);
        long count = 1;
        for (int i = 0; i < last; i++) {
            count *= rows.chunk[i];
        }
        for (long row = 0; row < count; row++) {
            FieldReader all = in.inner(columns * rows.bytes, "chunk");
            if (length > 0 && rows.isInside(coordinates, row)) {
                elements(rows.type, part, all.inner(length * rows.bytes, "chunk"));
            }
        }
    }
}
