package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.FillValue;
import dev.fallow.format.message.FillValue.AllocationTime;
import dev.fallow.format.message.FillValue.FillTime;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.options.AttributeOptions;
import dev.fallow.options.StorageLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A checked dataset about to be created. Its header is exactly as long as its messages. */
public final class NewDataset {
    private static final int LAYOUT_VERSION = 3;
    private static final int FILL_VALUE_VERSION = 3;
    private static final byte[] ZEROS = {};

    private final ObjectStore store;
    private final Datatype datatype;
    private final Dataspace dataspace;
    private final FillValue fillValue;
    /** Allocates the elements, and writes them if there is a value. */
    private final Elements elements;
    /** The address of the committed datatype to use, or -1. */
    private final long committed;

    @FunctionalInterface
    private interface Elements {
        DataLayout place() throws IOException;
    }

    private NewDataset(
            ObjectStore store,
            Datatype datatype,
            Dataspace dataspace,
            FillValue fillValue,
            long committed,
            Elements elements) {
        this.store = store;
        this.datatype = datatype;
        this.dataspace = dataspace;
        this.fillValue = fillValue;
        this.committed = committed;
        this.elements = elements;
    }

    /**
     * A dataset with a value.
     *
     * @param committed the address of the committed datatype to use, or -1
     * @throws WrongTypeException if the value is too large for compact layout, or the file would exceed the largest
     *     size
     */
    public static NewDataset of(ObjectStore store, TypedValue value, long committed, StorageLayout layout, String path)
            throws IOException {
        boolean compact = layout == StorageLayout.COMPACT;
        if (compact) {
            checkRoomInHeader(store, value, path);
        } else {
            checkRoom(store, value.size());
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        dev.fallow.internal.data.Elements.forEachPart(
                value.datatype(),
                value.value(),
                value.rank(),
                ElementContext.of(path, store.sizes()),
                insertion::announce);
        return new NewDataset(
                store,
                value.datatype(),
                value.dataspace(),
                FillValue.zeros(compact ? AllocationTime.EARLY : AllocationTime.LATE),
                committed,
                () -> compact
                        ? new DataLayout.Compact(LAYOUT_VERSION, bytes(store, value, insertion))
                        : contiguous(store, value, insertion));
    }

    private static DataLayout contiguous(ObjectStore store, TypedValue value, HeapInsertion insertion)
            throws IOException {
        long address =
                value.size() == 0 ? Addresses.UNDEFINED : ContiguousElements.writeToNewSpace(store, value, insertion);
        return new DataLayout.Contiguous(LAYOUT_VERSION, address, value.size());
    }

    private static void checkRoomInHeader(ObjectStore store, TypedValue value, String path) {
        int most = store.newObjects().largestMessage()
                - new DataLayout.Compact(LAYOUT_VERSION, ZEROS).encodedLength(store.sizes());
        if (value.size() > most) {
            throw new WrongTypeException("%s: %s: a compact dataset holds at most %d bytes, found %d"
                    .formatted(store.fileName(), path, most, value.size()));
        }
    }

    /** Encodes the elements of a small value; variable-length parts are stored in the global heap. */
    public static byte[] bytes(ObjectStore store, TypedValue value, HeapInsertion insertion) throws IOException {
        ByteBuffer data = ByteBuffer.allocate((int) value.size());
        if (value.size() > 0) {
            ElementContext context = new ElementContext("value", store.sizes(), HeapValues.writing(insertion));
            dev.fallow.internal.data.Elements.encode(value.datatype(), value.value(), value.rank(), context, data::put);
        }
        return data.array();
    }

    private static void checkRoom(ObjectStore store, long size) {
        long end = store.space().endOfAllocation();
        if (size > store.largestEnd() - end) {
            throw new WrongTypeException("%s: elements of %d bytes: the file ends at %d, the maximum is %d"
                    .formatted(store.fileName(), size, end, store.largestEnd()));
        }
        store.announceElements(size);
    }

    /**
     * A contiguous dataset whose space is allocated but not written; the dimensions must have been checked.
     *
     * @throws WrongTypeException if the file would exceed the largest size
     */
    public static NewDataset unwritten(ObjectStore store, Datatype type, long[] dimensions) {
        long size = Shape.elements(dimensions) * type.size();
        checkRoom(store, size);
        boolean allocated = size > 0 && !type.refersToGlobalHeap();
        return new NewDataset(
                store,
                type,
                dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions),
                type.refersToGlobalHeap()
                        ? FillValue.zeros(AllocationTime.LATE)
                        : new FillValue(FILL_VALUE_VERSION, AllocationTime.EARLY, FillTime.NEVER, ZEROS),
                CommittedDatatypes.NONE,
                () -> new DataLayout.Contiguous(
                        LAYOUT_VERSION,
                        allocated ? store.space().allocate(DatasetStorage.RAW_DATA, size) : Addresses.UNDEFINED,
                        size));
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
        if (forms.timesInMessages(attributes)) {
            ModificationTime now = new ModificationTime(forms.seconds());
            messages.add(new NewMessage(MessageType.MODIFICATION_TIME, 0, store.encode(now::encode)));
        }
        return store.newHeaders().create(messages, 0, attributes);
    }

    private NewMessage datatypeMessage(NewObjects forms) {
        return committed == CommittedDatatypes.NONE
                ? new NewMessage(
                        MessageType.DATATYPE, MessageFlags.CONSTANT, store.encode(forms.form(datatype)::encode))
                : new NewMessage(
                        MessageType.DATATYPE,
                        MessageFlags.CONSTANT | MessageFlags.SHARED,
                        store.encode(SharedMessage.committed(committed)::encode));
    }
}
