package dev.fallow.internal.dataset;

import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;

/** Reads the elements of a dataset. */
public final class DatasetReader {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;

    /** A reader for a dataset. */
    public DatasetReader(DatasetStorage dataset) {
        this.dataset = dataset;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
    }

    /** Reads all elements. */
    public Object read() throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            return null;
        }
        dataset.checkUnderstood();
        ElementContext context = new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
        long[] dimensions = dataset.dataspace().sizes();
        if (layout instanceof DataLayout.Compact compact) {
            return Elements.decode(datatype, dimensions, Elements.of(compact.data()), context);
        } else if (dataset.storageAddress() != Addresses.UNDEFINED) {
            return Elements.decode(
                    datatype, dimensions, ContiguousElements.source(store, dataset.storageAddress()), context);
        }
        return Elements.repeat(datatype, dimensions, FillValues.of(store, dataset.header()), context);
    }

    /**
     * Reads all elements' bytes as stored in the file.
     *
     * @throws dev.fallow.TooLargeException if they exceed the length of an array, or there is not enough memory
     */
    public byte[] readBytes() throws IOException {
        dataset.checkUnderstood();
        if (layout instanceof DataLayout.Compact compact) {
            return compact.data().clone();
        }
        byte[] bytes = Memory.bytes(dataset.where(), dataset.storageSize());
        if (dataset.storageAddress() != Addresses.UNDEFINED) {
            ContiguousElements.read(store, dataset.storageAddress(), bytes);
            return bytes;
        }
        byte[] fill = FillValues.of(store, dataset.header());
        if (fill.length == datatype.size()) {
            for (int at = 0; at < bytes.length; at += fill.length) {
                System.arraycopy(fill, 0, bytes, at, fill.length);
            }
        }
        return bytes;
    }
}
