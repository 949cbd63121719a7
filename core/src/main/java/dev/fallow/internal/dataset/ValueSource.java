package dev.fallow.internal.dataset;

import dev.fallow.RawElements;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementRows;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The elements of a checked value, encoded when they are asked for. */
public final class ValueSource implements ElementSource {
    private final int size;
    /** Null if the value is raw elements. */
    private final ElementRows rows;

    private final byte[] raw;

    /** @param parts receives variable-length parts */
    public ValueSource(ObjectStore store, TypedValue value, HeapInsertion parts) {
        this(store, value, parts::put);
    }

    /** @param parts receives variable-length parts */
    ValueSource(ObjectStore store, TypedValue value, HeapObjects parts) {
        size = (int) value.datatype().size();
        if (value.value() instanceof RawElements elements) {
            raw = elements.bytes();
            rows = null;
            return;
        }
        raw = null;
        ElementContext context = new ElementContext("value", store.sizes(), parts);
        rows = value.rows(context);
    }

    @Override
    public void get(ByteBuffer out, long index, int count) throws IOException {
        if (rows == null) {
            out.put(raw, (int) index * size, count * size);
        } else {
            rows.get(out, index, count);
        }
    }
}
