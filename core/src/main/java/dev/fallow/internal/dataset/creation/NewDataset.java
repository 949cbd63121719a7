package dev.fallow.internal.dataset.creation;

import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.layout.FillValue.FillTime;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.options.AttributeOptions;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.StorageLayout;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A checked dataset about to be created. Its header is exactly as long as its messages. */
public final class NewDataset {
    private static final int FILL_VALUE_VERSION = 3;
    private static final byte[] ZEROS = {};

    private final ObjectStore store;
    private final Datatype datatype;
    private final Dataspace dataspace;
    private final FillValue fillValue;
    /** Allocates the elements, and writes them if there is a value. */
    private final NewElements elements;
    /** The address of the committed datatype to use, or -1. */
    private final long committed;
    /** Null if there are none. */
    private final FilterPipeline filters;

    private NewDataset(
            ObjectStore store,
            Datatype datatype,
            Dataspace dataspace,
            FillValue fillValue,
            long committed,
            FilterPipeline filters,
            NewElements elements) {
        this.store = store;
        this.datatype = datatype;
        this.dataspace = dataspace;
        this.fillValue = fillValue;
        this.committed = committed;
        this.filters = filters;
        this.elements = elements;
    }

    /**
     * A dataset with a value.
     *
     * @param committed the address of the committed datatype to use, or -1
     * @throws dev.fallow.WrongTypeException if the value is too large for compact layout, the dimensions do not fit the
     *     chunks, or the file would exceed the largest size
     * @throws dev.fallow.UnsupportedFeatureException if a filter is not available
     */
    public static NewDataset of(
            ObjectStore store, TypedValue value, long committed, DatasetOptions options, String path)
            throws IOException {
        FillValue fill = NewFillValue.of(store, value.datatype(), options, path);
        if (options.layout() == StorageLayout.CHUNKED) {
            return inChunks(store, value.datatype(), value.dimensions(), value, fill, committed, options, path);
        }
        return new NewDataset(
                store,
                value.datatype(),
                value.dataspace(),
                fill,
                committed,
                null,
                NewElements.of(store, value, options.layout(), path));
    }

    /**
     * A dataset that is not written; the dimensions must have been checked. With contiguous layout and no fill value
     * its space is allocated.
     *
     * @throws dev.fallow.WrongTypeException as for {@link #of}
     */
    public static NewDataset unwritten(
            ObjectStore store, Datatype type, long[] dimensions, DatasetOptions options, String path)
            throws IOException {
        FillValue fill = NewFillValue.of(store, type, options, path);
        if (options.layout() == StorageLayout.CHUNKED) {
            return inChunks(store, type, dimensions, null, fill, CommittedDatatypes.NONE, options, path);
        }
        boolean late = type.refersToGlobalHeap() || fill.value().length > 0;
        return new NewDataset(
                store,
                type,
                dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions),
                late ? fill : new FillValue(FILL_VALUE_VERSION, AllocationTime.EARLY, FillTime.NEVER, ZEROS),
                CommittedDatatypes.NONE,
                null,
                NewElements.unwritten(store, type, dimensions, late));
    }

    /** A virtual dataset, whose mappings have been checked. */
    static NewDataset virtual(ObjectStore store, Datatype type, Dataspace space, FillValue fill, NewElements mappings) {
        return new NewDataset(store, type, space, fill, CommittedDatatypes.NONE, null, mappings);
    }

    private static NewDataset inChunks(
            ObjectStore store,
            Datatype type,
            long[] dimensions,
            TypedValue value,
            FillValue fill,
            long committed,
            DatasetOptions options,
            String path)
            throws IOException {
        NewChunks chunks = NewChunks.of(store, type, dimensions, fill.value(), options, path);
        return new NewDataset(
                store,
                type,
                chunks.space(),
                fill,
                committed,
                chunks.filters(),
                NewElements.inChunks(store, type, chunks, fill, value, path));
    }

    /**
     * Creates the dataset: writes the elements, then the header. If the elements cannot be written, nothing is created.
     *
     * @param attributes how it stores its attributes
     */
    public ObjectHeader create(AttributeOptions attributes) throws IOException {
        DataLayout layout = elements.place();
        NewObjects forms = store.newObjects();
        List<NewMessage> messages = new ArrayList<>();
        messages.add(new NewMessage(MessageType.DATASPACE, 0, store.encode(forms.form(dataspace)::encode)));
        messages.add(datatypeMessage(forms));
        messages.add(new NewMessage(
                MessageType.FILL_VALUE, MessageFlags.CONSTANT, store.encode(forms.form(fillValue)::encode)));
        messages.add(new NewMessage(MessageType.DATA_LAYOUT, 0, store.encode(layout::encode)));
        if (filters != null) {
            messages.add(
                    new NewMessage(MessageType.FILTER_PIPELINE, MessageFlags.CONSTANT, store.encode(filters::encode)));
        }
        if (forms.timesInMessages(attributes)) {
            ModificationTime now = new ModificationTime(forms.seconds());
            messages.add(new NewMessage(MessageType.MODIFICATION_TIME, 0, store.encode(now::encode)));
        }
        return store.newHeaders().create(messages, 0, attributes);
    }

    private NewMessage datatypeMessage(NewObjects forms) {
        return committed == CommittedDatatypes.NONE
                ? new NewMessage(
                        MessageType.DATATYPE,
                        MessageFlags.CONSTANT,
                        store.encode(out -> DatatypeCodec.encode(forms.form(datatype), out)))
                : new NewMessage(
                        MessageType.DATATYPE,
                        MessageFlags.CONSTANT | MessageFlags.SHARED,
                        store.encode(SharedMessage.committed(committed)::encode));
    }
}
