package dev.fallow.internal.dataset;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.layout.FillValue.FillTime;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.options.AttributeOptions;
import dev.fallow.options.StorageLayout;
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

    private NewDataset(
            ObjectStore store,
            Datatype datatype,
            Dataspace dataspace,
            FillValue fillValue,
            long committed,
            NewElements elements) {
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
     * @throws dev.fallow.WrongTypeException if the value is too large for compact layout, or the file would exceed the largest
     *     size
     */
    public static NewDataset of(ObjectStore store, TypedValue value, long committed, StorageLayout layout, String path)
            throws IOException {
        return new NewDataset(
                store,
                value.datatype(),
                value.dataspace(),
                FillValue.zeros(layout == StorageLayout.COMPACT ? AllocationTime.EARLY : AllocationTime.LATE),
                committed,
                NewElements.of(store, value, layout, path));
    }

    /**
     * A contiguous dataset whose space is allocated but not written; the dimensions must have been checked.
     *
     * @throws dev.fallow.WrongTypeException if the file would exceed the largest size
     */
    public static NewDataset unwritten(ObjectStore store, Datatype type, long[] dimensions) {
        return new NewDataset(
                store,
                type,
                dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions),
                type.refersToGlobalHeap()
                        ? FillValue.zeros(AllocationTime.LATE)
                        : new FillValue(FILL_VALUE_VERSION, AllocationTime.EARLY, FillTime.NEVER, ZEROS),
                CommittedDatatypes.NONE,
                NewElements.unwritten(store, type, dimensions));
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
