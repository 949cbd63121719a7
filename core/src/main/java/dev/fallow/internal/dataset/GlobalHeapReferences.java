package dev.fallow.internal.dataset;

import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.io.IOException;

/** Finds the global heap objects that elements refer to, including those referenced from such objects. */
public final class GlobalHeapReferences extends HeapElements {
    private final ObjectStore store;
    private final HeapVisitor visitor;
    private final Ownership ofSequences;

    public GlobalHeapReferences(ObjectStore store, HeapVisitor visitor) {
        this(store, visitor, Ownership.EXCLUSIVE);
    }

    /** @param ofSequences how the elements refer to their variable-length data */
    GlobalHeapReferences(ObjectStore store, HeapVisitor visitor, Ownership ofSequences) {
        super(store.sizes());
        this.store = store;
        this.visitor = visitor;
        this.ofSequences = ofSequences;
    }

    /**
     * Collects the references of whole elements in sequence.
     *
     * @throws dev.fallow.format.FormatException if an object is shorter than its elements require
     */
    public void collect(Datatype type, byte[] data) throws IOException {
        elements(type, data, 0, data.length);
    }

    @Override
    boolean isPlain(Datatype type) {
        return !type.refersToGlobalHeap();
    }

    @Override
    void sequence(VariableLength type, long length, GlobalHeapId id, byte[] data, int idAt) throws IOException {
        boolean follow = visitor.visit(id, ofSequences);
        visitor.length(id, Memory.product(length, type.base().size()));
        if (follow && type.base().refersToGlobalHeap()) {
            elementsOf(type, length, id, store.globalHeap().get(id));
        }
    }

    @Override
    void reference(GlobalHeapId id, byte[] data, int idAt) throws IOException {
        visitor.visit(id, Ownership.POSSIBLY_SHARED);
    }
}
