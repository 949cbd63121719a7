package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.elements.ElementSource;
import dev.fallow.internal.external.ExternalMessages;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.options.WriteMode;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.Collections;

/** Overwrites elements of a dataset. */
public final class DatasetWriter {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final ElementPlacement placement;
    /** The extent that a chunked dataset gets with the write; null if it stays. */
    private final long[] extent;

    /** A writer for a dataset. */
    public DatasetWriter(DatasetStorage dataset) {
        this(dataset, null);
    }

    /** A writer for a chunked dataset that grows; the new extent must have been checked. */
    DatasetWriter(DatasetStorage dataset, long[] extent) {
        this.dataset = dataset;
        this.extent = extent;
        store = dataset.store();
        datatype = dataset.datatype();
        placement = new ElementPlacement(dataset, extent);
    }

    /**
     * Checks that selected elements can be overwritten by a value of the same shape. Elements that refer to the global
     * heap are written to new space, so that they change together with the heap; the old ones' heap objects are freed.
     *
     * @param selection null for all elements
     * @return the change; it allocates space if the elements have none
     */
    public Change write(Selection selection, Object value, WriteMode mode) throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to write");
        }
        boolean external = mode == WriteMode.IN_PLACE
                && extent == null
                && !datatype.refersToGlobalHeap()
                && ExternalMessages.isExternal(dataset.header());
        if (!external) {
            dataset.checkUnderstood();
        }
        ElementContext context = ElementContext.of(dataset.where(), store.sizes());
        Selected selected = Selections.of(selection, placement.grid(), dataset.where());
        long[] shape = selection == null ? dataset.dataspace().sizes() : selected.shape();
        TypedValue typed = TypedValue.of(datatype, shape, value, context);
        if (typed.size() == 0) {
            return extent == null ? () -> {} : new DatasetResize(dataset).to(extent);
        }
        if (external) {
            return ExternalMessages.overwrite(
                    store,
                    dataset.header(),
                    dataset.storageSize(),
                    (int) datatype.size(),
                    dataset.where(),
                    selected,
                    new ValueSource(store, typed, store.globalHeap().insertion()));
        }
        placement.check();
        HeapRemoval removal = null;
        if (datatype.refersToGlobalHeap() && extent == null) {
            removal = store.globalHeap().removal();
            new DatasetReferences(dataset).addElements(Collections.singletonList(selection), removal);
            removal.prepare();
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        Elements.forEachPart(datatype, typed.value(), typed.rank(), context, insertion::announce);
        store.announceElements(placement.bytesToAllocate(selected));
        store.header(dataset.header().address()); // it may have been evicted from the cache
        boolean inPlace = mode == WriteMode.IN_PLACE && !datatype.refersToGlobalHeap();
        HeapRemoval removed = removal;
        return () -> {
            ElementSource source = new ValueSource(store, typed, insertion);
            try {
                new ElementPlacement(dataset.reloaded(), extent).write(selected, source, inPlace);
            } catch (IOException | RuntimeException e) {
                insertion.undo();
                throw e;
            }
            if (removed != null) {
                removed.apply();
            }
        };
    }
}
