package dev.fallow.internal.object;

import dev.fallow.AttributeOptions;
import dev.fallow.StorageLayout;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.FillValue;
import dev.fallow.format.message.FillValue.AllocationTime;
import dev.fallow.format.message.FillValue.FillTime;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A dataset that has been checked and is about to be made. Its header is as long as its messages need. */
public final class NewDataset {
    private static final int LAYOUT_VERSION = 3;
    private static final int FILL_VALUE_VERSION = 3;
    private static final byte[] ZEROS = {};

    private final ObjectStore store;
    private final Datatype datatype;
    private final Dataspace dataspace;
    private final FillValue fillValue;
    /** Allocates and writes the elements where that is to be done now. */
    private final Elements elements;

    @FunctionalInterface
    private interface Elements {
        DataLayout place() throws IOException;
    }

    private NewDataset(
            ObjectStore store, Datatype datatype, Dataspace dataspace, FillValue fillValue, Elements elements) {
        this.store = store;
        this.datatype = datatype;
        this.dataspace = dataspace;
        this.fillValue = fillValue;
        this.elements = elements;
    }

    /**
     * A dataset with the elements of a value.
     *
     * @throws WrongTypeException if it is to be compact and is too large for that, or the file would become larger than it
     *     can be
     */
    public static NewDataset of(ObjectStore store, TypedValue value, StorageLayout layout, String path) {
        if (layout == StorageLayout.COMPACT) {
            return compact(store, value, path);
        }
        checkRoom(store, value.size());
        return new NewDataset(store, value.datatype(), value.dataspace(), FillValue.zeros(AllocationTime.LATE), () -> {
            long size = value.size();
            long address = size == 0
                    ? Addresses.UNDEFINED
                    : DatasetStorage.writeToNewSpace(
                            store, value.datatype(), value.value(), value.dimensions().length, size);
            return new DataLayout.Contiguous(LAYOUT_VERSION, address, size);
        });
    }

    private static NewDataset compact(ObjectStore store, TypedValue value, String path) {
        int most = store.newObjects().largestMessage()
                - new DataLayout.Compact(LAYOUT_VERSION, ZEROS).encodedLength(store.sizes());
        if (value.size() > most) {
            throw new WrongTypeException("%s: %s: a compact dataset has room for %d bytes, found %d"
                    .formatted(store.fileName(), path, most, value.size()));
        }
        byte[] data = value.bytes();
        return new NewDataset(
                store,
                value.datatype(),
                value.dataspace(),
                FillValue.zeros(AllocationTime.EARLY),
                () -> new DataLayout.Compact(LAYOUT_VERSION, data));
    }

    private static void checkRoom(ObjectStore store, long size) {
        long end = store.space().endOfAllocation();
        if (size > store.largestEnd() - end) {
            throw new WrongTypeException("%s: elements of %d bytes: the file ends at %d, the largest at %d"
                    .formatted(store.fileName(), size, end, store.largestEnd()));
        }
    }

    /**
     * A contiguous dataset whose space is allocated and not written; the dimensions must have been checked.
     *
     * @throws WrongTypeException if the file would become larger than a file can be
     */
    public static NewDataset unwritten(ObjectStore store, Datatype type, long[] dimensions) {
        long size = Shape.elements(dimensions) * type.size();
        checkRoom(store, size);
        return new NewDataset(
                store,
                type,
                dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions),
                new FillValue(FILL_VALUE_VERSION, AllocationTime.EARLY, FillTime.NEVER, ZEROS),
                () -> new DataLayout.Contiguous(
                        LAYOUT_VERSION,
                        size == 0 ? Addresses.UNDEFINED : store.space().allocate(DatasetStorage.RAW_DATA, size),
                        size));
    }

    /**
     * Makes it: places the elements, then the header. If the elements cannot be written, nothing is made.
     *
     * @param attributes how it keeps its attributes
     */
    public ObjectHeader create(AttributeOptions attributes) throws IOException {
        DataLayout layout = elements.place();
        NewObjects forms = store.newObjects();
        List<NewMessage> messages = new ArrayList<>();
        messages.add(new NewMessage(MessageType.DATASPACE, 0, store.encode(forms.form(dataspace)::encode)));
        messages.add(new NewMessage(
                MessageType.DATATYPE, MessageFlags.CONSTANT, store.encode(forms.form(datatype)::encode)));
        messages.add(new NewMessage(
                MessageType.FILL_VALUE, MessageFlags.CONSTANT, store.encode(forms.form(fillValue)::encode)));
        messages.add(new NewMessage(MessageType.DATA_LAYOUT, 0, store.encode(layout::encode)));
        if (forms.timesInMessages(attributes)) {
            ModificationTime now = new ModificationTime(forms.seconds());
            messages.add(new NewMessage(MessageType.MODIFICATION_TIME, 0, store.encode(now::encode)));
        }
        return store.create(messages, 0, attributes);
    }
}
