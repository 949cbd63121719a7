package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.Layout;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The addresses in elements: of objects in references, and of collections of the global heap. Objects of the global heap
 * can contain further addresses. {@code GlobalHeapReferences} has the forms of elements.
 */
final class ElementPointers {
    private static final String STRUCTURE = "element with an address";
    private static final int TO_OBJECT = 2;
    private static final int EXTERNAL = 1;
    private static final Layout.Field SIZE = GlobalHeapCollection.OBJECT.field("objectSize");

    private final PointerSource source;
    /** The places of the objects of each collection read so far, by their indexes. */
    private final Map<Long, Map<Integer, Place>> collections = new HashMap<>();
    /** The objects of the global heap that have been visited. */
    private final Set<Place> visited = new HashSet<>();

    /** An object of a collection. */
    private record Place(Part collection, long address, long size) {}

    ElementPointers(PointerSource source) {
        this.source = source;
    }

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
    void visit(Datatype type, Part part, FieldReader in) throws IOException {
        while (in.remaining() >= type.size()) {
            element(type, part, in.inner(type.size(), STRUCTURE));
        }
    }

    private void element(Datatype type, Part part, FieldReader in) throws IOException {
        if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                if (mayContain(member.type())) {
                    visit(member.type(), part, in.at(member.offset()).inner(member.size(), STRUCTURE));
                }
            }
        } else if (type instanceof Array array) {
            visit(array.base(), part, in);
        } else if (type instanceof VariableLength sequence) {
            long length = in.u32();
            Place object = heapObject(part, in, mayContain(sequence.base()));
            if (object != null) {
                Part bytes = Part.plain(
                        object.address,
                        Math.min(object.size, length * sequence.base().size()));
                visit(sequence.base(), object.collection, source.read(bytes, STRUCTURE));
            }
        } else if (type instanceof ReferenceType reference) {
            reference(reference, part, in);
        }
    }

    private void reference(ReferenceType type, Part part, FieldReader in) throws IOException {
        switch (type.kind()) {
            case OBJECT -> {
                if (in.at(0).offset() != 0) {
                    source.reference(part, in);
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
            FieldReader in = source.read(Part.plain(object.address, object.size), STRUCTURE);
            if (withLength) {
                token(object.collection, in);
            } else {
                source.reference(object.collection, in);
            }
        }
    }

    private void token(Part part, FieldReader in) {
        int width = in.u8();
        if (width == source.width()) {
            source.reference(part, in);
        } else {
            source.fixed(in.unsigned(width));
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
        source.pointer(part, field);
        if (!wanted) {
            return null;
        }
        Place object = objects(collection).get(index);
        return object != null && visited.add(object) ? object : null;
    }

    /** The objects of a collection; none if a copied ID refers to a place where there is none. */
    private Map<Integer, Place> objects(long address) throws IOException {
        Map<Integer, Place> known = collections.get(address);
        if (known != null) {
            return known;
        }
        Map<Integer, Place> objects = new HashMap<>();
        collections.put(address, objects);
        Part head = Part.plain(address, GlobalHeapCollection.HEADER_LENGTH);
        FieldReader start = source.read(head, GlobalHeapCollection.STRUCTURE);
        if (!GlobalHeapCollection.beginsWithSignature(start.at(0))) {
            return objects;
        }
        Part part = Part.plain(address, GlobalHeapCollection.decodeSize(start));
        FieldReader in = source.read(part, GlobalHeapCollection.STRUCTURE);
        in.skip(GlobalHeapCollection.HEADER_LENGTH);
        while (in.remaining() >= GlobalHeapCollection.OBJECT_HEADER_LENGTH) {
            int index = in.at(0).u16();
            long size = in.at(SIZE.at(source.sizes())).length();
            if (index == 0) {
                break;
            }
            in.skip(GlobalHeapCollection.OBJECT_HEADER_LENGTH);
            objects.put(index, new Place(part, in.address(), size));
            in.skip(Math.min(in.remaining(), (size + 7) / 8 * 8));
        }
        return objects;
    }
}
