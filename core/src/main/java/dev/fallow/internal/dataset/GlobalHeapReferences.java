package dev.fallow.internal.dataset;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.io.IOException;

/**
 * Finds the global heap objects that elements refer to, including those referenced from such objects. A variable-length
 * element is a length (4) and a global heap ID; an old region reference is a global heap ID; a new reference is a type
 * (1), flags (1), a length (4) and a global heap ID, except for a reference to an object of the same file, which
 * contains its target.
 */
public final class GlobalHeapReferences {
    private static final String STRUCTURE = "reference into a global heap";
    private static final int TO_OBJECT = 2;
    private static final int EXTERNAL = 1;

    private final ObjectStore store;
    private final HeapVisitor visitor;
    private final Ownership ofSequences;

    public GlobalHeapReferences(ObjectStore store, HeapVisitor visitor) {
        this(store, visitor, Ownership.EXCLUSIVE);
    }

    /** @param ofSequences how the elements refer to their variable-length data */
    public GlobalHeapReferences(ObjectStore store, HeapVisitor visitor, Ownership ofSequences) {
        this.store = store;
        this.visitor = visitor;
        this.ofSequences = ofSequences;
    }

    /**
     * Collects the references of some elements.
     *
     * @param data whole elements in sequence
     * @param length their length in bytes
     * @throws dev.fallow.format.FormatException if an object is shorter than its elements require
     */
    public void collect(Datatype type, byte[] data, int length) throws IOException {
        if (type.refersToGlobalHeap()) {
            long size = type.size();
            for (long at = 0; at + size <= length; at += size) {
                element(type, data, (int) at);
            }
        }
    }

    private void element(Datatype type, byte[] data, int at) throws IOException {
        if (!type.refersToGlobalHeap()) {
            return;
        }
        if (type instanceof VariableLength sequence) {
            sequence(sequence, reader(data, at, type));
        } else if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                elements(member.type(), member.size(), data, Math.toIntExact(at + member.offset()));
            }
        } else if (type instanceof Array array) {
            elements(array.base(), array.size(), data, at);
        } else if (type instanceof ReferenceType reference) {
            reference(reference, reader(data, at, type));
        }
    }

    private void elements(Datatype type, long bytes, byte[] data, int from) throws IOException {
        if (type.refersToGlobalHeap()) {
            for (long at = from; at < from + bytes; at += type.size()) {
                element(type, data, Math.toIntExact(at));
            }
        }
    }

    private void sequence(VariableLength sequence, FieldReader in) throws IOException {
        long length = in.u32();
        GlobalHeapId id = GlobalHeapId.decode(in);
        if (id.isNone()) {
            return;
        }
        boolean follow = visitor.visit(id, ofSequences);
        visitor.length(id, Memory.product(length, sequence.base().size()));
        if (follow && sequence.base().refersToGlobalHeap()) {
            byte[] data = store.globalHeap().get(id);
            long size = sequence.base().size();
            if (length > data.length / size) {
                throw in.fail("expected %d elements of %d bytes in object %d at address %d, found %d bytes"
                        .formatted(length, size, id.index(), id.collectionAddress(), data.length));
            }
            collect(sequence.base(), data, (int) (length * size));
        }
    }

    private void reference(ReferenceType type, FieldReader in) throws IOException {
        if (type.kind() != ReferenceType.Kind.REGION) {
            int kind = in.u8();
            int flags = in.u8();
            if (kind == 0 || kind == TO_OBJECT && (flags & EXTERNAL) == 0) {
                return;
            }
            in.skip(4);
        }
        GlobalHeapId id = GlobalHeapId.decode(in);
        if (!id.isNone()) {
            visitor.visit(id, Ownership.POSSIBLY_SHARED);
        }
    }

    private FieldReader reader(byte[] data, int at, Datatype type) {
        return FieldReader.of(data, at, Math.toIntExact(at + type.size()), store.sizes(), STRUCTURE, -1);
    }
}
