package dev.fallow.internal.dataset;

import dev.fallow.Selection;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The global heap objects that a dataset refers to: from its elements, its fill value and its layout. */
public record DatasetReferences(DatasetStorage dataset) {
    /**
     * Visits the global heap objects that the dataset refers to. Reads all elements that are in the container.
     *
     * @throws dev.fallow.UnsupportedFeatureException if elements in other files refer to the global heap
     */
    public void forEachHeapReference(HeapVisitor visitor) throws IOException {
        dataset.checkDeletable();
        forEachKnownReference(visitor);
    }

    /** Visits the global heap objects that the fill value refers to. */
    private void forEachReferenceOfFillValue(HeapVisitor visitor) throws IOException {
        if (dataset.datatype().refersToGlobalHeap()) {
            byte[] fill = FillValues.of(dataset.header());
            new GlobalHeapReferences(dataset.store(), visitor, Ownership.POSSIBLY_SHARED)
                    .collect(dataset.datatype(), fill);
        }
    }

    /**
     * Visits the global heap objects that stored elements refer to, whose storage must be understood.
     *
     * @param selection null for all elements
     */
    private void forEachReferenceOfElements(Selection selection, HeapVisitor visitor) throws IOException {
        if (dataset.datatype().refersToGlobalHeap()) {
            GlobalHeapReferences references = new GlobalHeapReferences(dataset.store(), visitor);
            forEachStored(selection, bytes -> references.collect(dataset.datatype(), bytes));
        }
    }

    @FunctionalInterface
    public interface ElementVisitor {
        /** @param bytes whole elements, in an array of their own */
        void visit(byte[] bytes) throws IOException;
    }

    /** Visits all elements that have space. The cost depends on what is stored, and not on the extent. */
    public void forEachStored(ElementVisitor visitor) throws IOException {
        forEachStored(null, visitor);
    }

    private void forEachStored(Selection selection, ElementVisitor visitor) throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            return;
        }
        int size = dataset.elementSize();
        new DatasetReader(dataset).deliverStored(selection, new ElementTarget() {
            @Override
            public void put(ByteBuffer in, long index, int count) throws IOException {
                byte[] bytes = Memory.bytes(dataset.where(), (long) count * size);
                in.get(bytes);
                visitor.visit(bytes);
            }

            @Override
            public void repeat(byte[] element, long index, long count) {
                // not stored
            }
        });
    }

    /** Adds the objects of selected elements to a removal; those of the fill value are kept. */
    void addElements(List<Selection> selections, HeapRemoval removal) throws IOException {
        forEachReferenceOfFillValue(removal::keep);
        for (Selection selection : selections) {
            forEachReferenceOfElements(selection, removal::add);
        }
    }

    /** The reason why some global heap objects of the dataset are unknown; null if all are known. */
    public String notFollowed() {
        String elsewhere = dataset.elsewhere();
        return elsewhere == null
                        || dataset.dataLayout().layoutClass() == DataLayout.VIRTUAL
                        || !dataset.datatype().refersToGlobalHeap()
                ? null
                : "%s: %s, and the elements refer to a global heap".formatted(dataset.where(), elsewhere);
    }

    /** Visits the known global heap objects of the dataset, including the mapping of a virtual dataset. */
    public void forEachKnownReference(HeapVisitor visitor) throws IOException {
        forEachReferenceOfFillValue(visitor);
        if (dataset.dataLayout() instanceof VirtualLayout mapped) {
            if (!mapped.mappings().isNone()) {
                visitor.visit(mapped.mappings(), Ownership.EXCLUSIVE);
            }
        } else if (dataset.elsewhere() == null) {
            forEachReferenceOfElements(null, visitor);
        }
    }
}
