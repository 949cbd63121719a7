package dev.fallow.internal.dataset.creation;

import dev.fallow.AttributeOptions;
import dev.fallow.CorruptFileException;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Slices;
import dev.fallow.StorageLayout;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.VirtualMapping;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
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
import dev.fallow.internal.codec.VirtualMappings;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.virtual.SourceStates;
import dev.fallow.internal.virtual.VirtualDataset;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A checked dataset about to be created. Its header is exactly as long as its messages.
 *
 * @param committed the address of the committed datatype to use, or -1
 * @param filters null if there are none
 * @param elements allocates the elements, and writes them if there is a value
 */
public record NewDataset(
        ObjectStore store,
        Datatype datatype,
        Dataspace dataspace,
        FillValue fillValue,
        long committed,
        FilterPipeline filters,
        NewElements elements) {
    private static final int FILL_VALUE_VERSION = 3;
    /** The bytes of a fill value message in front of the value, at most: those of version 2. */
    private static final int FILL_VALUE_FIELDS = 8;

    /** @throws dev.fallow.TooLargeException if the datatype does not fit into the header */
    public NewDataset {
        if (committed == CommittedDatatypes.NONE) {
            CommittedDatatypes.requireMessage(store, datatype);
        }
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
        FillValue fill = fillValue(store, value.datatype(), options, path);
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
     * A dataset that is not written; the dimensions must have been checked. As in libhdf5 contiguous space is allocated with the first
     * write, unless the fill value is never to be written.
     *
     * @throws dev.fallow.WrongTypeException as for {@link #of}
     */
    public static NewDataset unwritten(
            ObjectStore store, Datatype type, long[] dimensions, DatasetOptions options, String path)
            throws IOException {
        FillValue fill = fillValue(store, type, options, path);
        if (options.layout() == StorageLayout.CHUNKED) {
            return inChunks(store, type, dimensions, null, fill, CommittedDatatypes.NONE, options, path);
        }
        boolean late = !options.fillNever() || type.refersToGlobalHeap() || fill.value().length > 0;
        AllocationTime time = late ? AllocationTime.LATE : AllocationTime.EARLY;
        return new NewDataset(
                store,
                type,
                dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions),
                new FillValue(FILL_VALUE_VERSION, time, fill.fillTime(), fill.value()),
                CommittedDatatypes.NONE,
                null,
                NewElements.unwritten(store, type, dimensions, late));
    }

    /**
     * A virtual dataset. The sources need not exist.
     *
     * @param options of which the layout and what belongs to it do not apply
     * @throws WrongTypeException if a mapping is contradictory, or not inside the dataset
     */
    public static NewDataset virtual(
            ObjectStore store,
            Datatype type,
            long[] dimensions,
            List<VirtualMapping> mappings,
            DatasetOptions options,
            String path)
            throws IOException {
        String where = store.fileName() + ": " + path;
        long[] limits = options.maxDimensions();
        if (dimensions.length == 0) {
            throw new WrongTypeException(where + ": a virtual dataset needs dimensions");
        } else if (limits.length > 0 && limits.length != dimensions.length) {
            throw new WrongTypeException(
                    "%s: expected %d maximum dimensions, found %d".formatted(where, dimensions.length, limits.length));
        }
        long[] most = limits.length == 0 ? dimensions : limits;
        for (int i = 0; i < most.length; i++) {
            if (most[i] != Dataspace.UNLIMITED && most[i] < dimensions[i]) {
                throw new WrongTypeException("%s: dimension %d has %d elements, its limit is %d"
                        .formatted(where, i, dimensions[i], most[i]));
            }
        }
        List<VirtualMapping> fixed = fixed(mappings, dimensions, where);
        MappingTable table;
        try {
            table = new MappingTable(fixed, dimensions, where);
            check(table, dimensions, where);
        } catch (CorruptFileException e) {
            throw new WrongTypeException(e.getMessage(), e);
        }
        FillValue fill = fillValue(store, type, options, path);
        SourceStates.check(new VirtualDataset(
                new VirtualDataset.Description(store, Addresses.UNDEFINED, where, type, dimensions, null, fill.value()),
                table,
                DatasetReader::open));
        byte[] object = store.encode(new VirtualMappings(fixed)::encode);
        return new NewDataset(
                store,
                type,
                limits.length == 0 ? Dataspace.simple(dimensions) : Dataspace.extendible(dimensions, limits),
                new FillValue(fill.version(), AllocationTime.INCREMENTAL, fill.fillTime(), fill.value()),
                CommittedDatatypes.NONE,
                null,
                NewElements.virtual(store, mappings.isEmpty() ? null : object));
    }

    /** Mappings without slices, whose elements depend on the dimensions of the virtual dataset. */
    private static List<VirtualMapping> fixed(List<VirtualMapping> mappings, long[] dimensions, String where) {
        List<VirtualMapping> fixed = new ArrayList<>();
        for (VirtualMapping each : mappings) {
            fixed.add(
                    each.virtual() instanceof Slices slices
                            ? new VirtualMapping(
                                    each.sourceFile(),
                                    each.sourceDataset(),
                                    each.source(),
                                    in(slices, dimensions, where + ", mapping " + fixed.size()))
                            : each);
        }
        return fixed;
    }

    private static Selection in(Slices slices, long[] dimensions, String where) {
        try {
            return slices.in(dimensions);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(where + ": " + e.getMessage(), e);
        }
    }

    private static void check(MappingTable table, long[] dimensions, String where) {
        long[] least = table.least();
        for (int i = 0; i < least.length; i++) {
            if (least[i] > dimensions[i]) {
                throw new WrongTypeException("%s: dimension %d has %d elements, the mappings are of %d"
                        .formatted(where, i, dimensions[i], least[i]));
            }
        }
        for (int i = 0; i < table.size(); i++) {
            MappingTable.sourceName(table.mapping(i).sourceFile(), 0, table.where(i));
            MappingTable.sourceName(table.mapping(i).sourceDataset(), 0, table.where(i));
            Selection source = table.mapping(i).source();
            if (table.growing().contains(i) || source.rank() == Selection.UNKNOWN_RANK) {
                continue; // how many elements there are depends on the source
            }
            long[] unknown = new long[source.rank()];
            Arrays.fill(unknown, 1);
            long count = source instanceof Selection.All
                    ? table.count(i)
                    : Selections.numbered(source, unknown, table.where(i)).count();
            if (count != table.count(i)) {
                throw new WrongTypeException("%s: %d elements of the virtual dataset, but %d of the source"
                        .formatted(table.where(i), table.count(i), count));
            }
        }
    }

    /**
     * The fill value message that libhdf5 would write.
     *
     * @throws dev.fallow.WrongTypeException if the fill value is not an element of the datatype
     */
    private static FillValue fillValue(ObjectStore store, Datatype type, DatasetOptions options, String path)
            throws IOException {
        return new FillValue(
                FILL_VALUE_VERSION,
                allocation(options),
                options.fillNever() ? FillTime.NEVER : FillTime.IF_SET,
                element(store, type, options, path));
    }

    private static AllocationTime allocation(DatasetOptions options) {
        AllocationTime wanted = AllocationTime.values()[options.allocation().ordinal()];
        if (wanted != AllocationTime.UNSPECIFIED) {
            return wanted;
        } else if (options.layout() == StorageLayout.COMPACT) {
            return AllocationTime.EARLY;
        }
        return options.layout() == StorageLayout.CHUNKED ? AllocationTime.INCREMENTAL : AllocationTime.LATE;
    }

    private static byte[] element(ObjectStore store, Datatype type, DatasetOptions options, String path)
            throws IOException {
        if (options.fillValue().isEmpty()) {
            return new byte[0];
        }
        Object element = options.fillValue().get();
        String where = store.fileName() + ": " + path + ", fill value";
        if (type.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException(where + ": elements of " + type + " cannot have one");
        }
        TypedValue value = TypedValue.of(
                type, new long[0], element, options.conversion(), ElementContext.of(where, store.sizes()));
        if (value.size() > store.newObjects().largestMessage() - FILL_VALUE_FIELDS) {
            throw new TooLargeException("%s: expected at most %d bytes, found %d"
                    .formatted(where, store.newObjects().largestMessage() - FILL_VALUE_FIELDS, value.size()));
        }
        return NewElements.bytes(store, value, store.globalHeap().insertion());
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
        ObjectHeader header = store.newHeaders().create(messages, 0, attributes);
        if (layout instanceof DataLayout.Contiguous contiguous
                && !contiguous.allocated()
                && fillValue.allocationTime() == AllocationTime.EARLY
                && contiguous.size() > 0) {
            store.unplacedElements().add(header.address(), contiguous.size());
        }
        return header;
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
