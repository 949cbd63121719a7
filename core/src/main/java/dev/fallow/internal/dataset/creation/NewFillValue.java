package dev.fallow.internal.dataset.creation;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.layout.FillValue.FillTime;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.StorageLayout;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** The fill value message of a new dataset. */
final class NewFillValue {
    private static final int VERSION = 3;

    private NewFillValue() {}

    /**
     * The message that libhdf5 would write.
     *
     * @throws dev.fallow.WrongTypeException if the fill value is not an element of the datatype
     */
    static FillValue of(ObjectStore store, Datatype type, DatasetOptions options, String path) throws IOException {
        return new FillValue(
                VERSION,
                allocation(options),
                options.fillNever() ? FillTime.NEVER : FillTime.IF_SET,
                value(store, type, options.fillValue(), path));
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

    private static byte[] value(ObjectStore store, Datatype type, Object element, String path) throws IOException {
        if (element == null) {
            return new byte[0];
        }
        String where = store.fileName() + ": " + path + ", fill value";
        if (type.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException(where + ": elements of " + type + " cannot have one");
        }
        TypedValue value = TypedValue.of(type, new long[0], element, ElementContext.of(where, store.sizes()));
        return NewElements.bytes(store, value, store.globalHeap().insertion());
    }
}
