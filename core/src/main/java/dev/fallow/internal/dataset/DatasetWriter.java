package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.options.WriteMode;
import java.io.IOException;

/** Overwrites the elements of a dataset. */
public final class DatasetWriter {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;

    /** A writer for a dataset. */
    public DatasetWriter(DatasetStorage dataset) {
        this.dataset = dataset;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
    }

    /**
     * Checks that all elements can be overwritten by a value of the same shape. Elements that refer to the global heap
     * are written to new space, so that they change together with the heap; the old ones' heap objects are freed.
     *
     * @return the change; it allocates space if the elements have none
     */
    public Change write(Object value, WriteMode mode) throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to write");
        }
        dataset.checkUnderstood();
        ElementContext context = ElementContext.of(dataset.where(), store.sizes());
        TypedValue typed = TypedValue.of(datatype, dataset.dataspace().sizes(), value, context);
        if (datatype.refersToGlobalHeap()) {
            return writeWithParts(typed, context);
        } else if (layout instanceof DataLayout.Contiguous && dataset.storageAddress() != Addresses.UNDEFINED) {
            if (mode == WriteMode.COPY) {
                store.announceElements(typed.size());
                return () -> replaceElements(typed);
            }
            return () -> ContiguousElements.write(store, dataset.storageAddress(), typed, context);
        }
        store.announceElements(typed.size());
        return () -> place(typed, store.globalHeap().insertion());
    }

    private Change writeWithParts(TypedValue typed, ElementContext context) throws IOException {
        HeapRemoval removal = store.globalHeap().removal();
        DatasetReferences references = new DatasetReferences(dataset);
        references.addElements(removal);
        removal.prepare();
        store.announceElements(typed.size());
        HeapInsertion insertion = store.globalHeap().insertion();
        Elements.forEachPart(datatype, typed.value(), typed.rank(), context, insertion::announce);
        store.header(dataset.header().address()); // it may have been evicted from the cache
        return () -> {
            new DatasetWriter(dataset.reloaded()).place(typed, insertion);
            if (dataset.storageAddress() != Addresses.UNDEFINED) {
                store.space().release(DatasetStorage.RAW_DATA, dataset.storageAddress(), typed.size());
            }
            removal.apply();
        };
    }

    /** Writes elements to new space, and frees the old space. */
    private void replaceElements(TypedValue typed) throws IOException {
        place(typed, store.globalHeap().insertion());
        if (typed.size() > 0) {
            store.space().release(DatasetStorage.RAW_DATA, dataset.storageAddress(), typed.size());
        }
    }

    /** Writes elements that had no space yet, or that must not overwrite the old ones. */
    private void place(TypedValue typed, HeapInsertion insertion) throws IOException {
        if (layout instanceof DataLayout.Compact) {
            dataset.replaceLayout(new DataLayout.Compact(layout.version(), NewElements.bytes(store, typed, insertion)));
        } else if (typed.size() > 0) {
            long address = ContiguousElements.writeToNewSpace(store, typed, insertion);
            dataset.replaceLayout(new DataLayout.Contiguous(layout.version(), address, typed.size()));
        }
    }
}
