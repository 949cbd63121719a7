package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import dev.fallow.value.Conversion;
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

    /** Reads all elements; null for a null dataspace. */
    public Object read() throws IOException {
        return read(Object.class, Conversion.LOSSLESS);
    }

    /**
     * Reads all elements as a Java type, as {@link TypedReader} describes it; null for a null dataspace.
     *
     * @throws dev.fallow.WrongTypeException if the type does not fit the dataset, or an element does not fit the type
     */
    public Object read(Class<?> type, Conversion conversion) throws IOException {
        return hasValue() ? typed(conversion).read(type, isStored(), this::fill) : null;
    }

    /**
     * Reads all elements into an array.
     *
     * @throws WrongTypeException if there is no value, or the array has another shape, or an element does not fit
     */
    public void readInto(Object array, Conversion conversion) throws IOException {
        if (!hasValue()) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to read");
        }
        typed(conversion).readInto(array, this::fill);
    }

    private TypedReader typed(Conversion conversion) {
        return new TypedReader(datatype, dataset.dataspace().sizes(), conversion, context());
    }

    private ElementContext context() {
        return new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
    }

    private boolean hasValue() {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            return false;
        }
        dataset.checkUnderstood();
        return true;
    }

    private boolean isStored() {
        return layout instanceof DataLayout.Compact || dataset.storageAddress() != Addresses.UNDEFINED;
    }

    /** Reads all elements by a codec into an array that has as many. */
    private void fill(ElementCodec codec, Object array, int rank) throws IOException {
        if (layout instanceof DataLayout.Compact compact) {
            Elements.fill(codec, array, rank, Elements.of(compact.data()));
        } else if (isStored()) {
            Elements.fill(codec, array, rank, ContiguousElements.source(store, dataset.storageAddress()));
        } else {
            Elements.repeat(codec, array, rank, FillValues.of(store, dataset.header()));
        }
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
