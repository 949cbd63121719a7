package dev.fallow.internal;

import dev.fallow.Appender;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.value.RawElements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects rows: encoded, or as they are if their elements are of variable length. */
final class DatasetAppender implements Appender {
    /** The bytes of rows that are collected, at least one row of chunks. */
    private static final long BUFFER_BYTES = 1 << 20;
    /** The rows of variable length that are collected, at least. */
    private static final long BUFFER_ROWS = 1024;

    private final Session session;
    private final DatasetHandle dataset;
    private final Datatype datatype;
    private final long[] rowShape;
    private final int rowLength;
    private final int rowBytes;
    private final ElementCodec codec;
    private final ElementContext context;
    /** Null if elements are of variable length. */
    private final ByteBuffer encoded;

    private final List<Object> values = new ArrayList<>();
    private final long chunkRows;
    private final long rowsAtATime;
    /** The class of one-dimensional rows whose elements always fit, once one was seen; otherwise null. */
    private Class<?> fitting;

    private long pending;
    private long untilWrite;

    DatasetAppender(Session session, DatasetHandle dataset) {
        this.session = session;
        this.dataset = dataset;
        datatype = dataset.datatype();
        long[] dimensions = dataset.dimensions();
        long[] chunk = dataset.chunkDimensions();
        if (chunk == null) {
            throw new UnsupportedFeatureException(
                    session.name() + ": " + dataset.path() + ": only a dataset with chunks can be appended to");
        }
        rowShape = Arrays.copyOfRange(dimensions, 1, dimensions.length);
        rowLength = Math.toIntExact(Shape.elements(rowShape));
        rowBytes = Math.toIntExact(rowLength * datatype.size());
        context = ElementContext.of(
                session.name() + ": " + dataset.path(), session.store().sizes());
        codec = Elements.codec(datatype, context);
        boolean variable = datatype.refersToGlobalHeap();
        chunkRows = chunk[0];
        long wanted = variable || rowBytes == 0 ? BUFFER_ROWS : BUFFER_BYTES / rowBytes;
        long fits = variable || rowBytes == 0 ? Integer.MAX_VALUE : Integer.MAX_VALUE / 2 / rowBytes;
        rowsAtATime = Math.max(1, Math.min(fits, Math.max(1, wanted / chunkRows) * chunkRows));
        encoded = variable ? null : ByteBuffer.allocate((int) (rowsAtATime * rowBytes));
        untilWrite = firstRows(dimensions[0]);
    }

    /** The rows that complete a chunk that is partly there. */
    private long firstRows(long existing) {
        long missing = chunkRows - existing % chunkRows;
        return Math.min(rowsAtATime, missing == chunkRows ? rowsAtATime : missing);
    }

    @Override
    public void append(Object row) {
        session.checkOpen();
        if (encoded == null) {
            TypedValue.of(datatype, rowShape, row, context);
            values.add(row);
        } else if (row != null && row.getClass() == fitting && Array.getLength(row) == rowLength) {
            encode(row, 1);
        } else {
            encodeChecked(row);
        }
        if (++pending >= untilWrite) {
            write();
        }
    }

    private void encodeChecked(Object row) {
        TypedValue value = TypedValue.of(datatype, rowShape, row, context);
        if (value.value() instanceof RawElements raw) {
            encoded.put(raw.bytes());
            return;
        }
        encode(value.rank() == 0 ? Rows.of(value.value()) : value.value(), Math.max(1, value.rank()));
        boolean same =
                rowShape.length == 1 && row.getClass() == codec.javaType().arrayType();
        fitting = same && codec.takesAll(codec.javaType()) ? row.getClass() : null;
    }

    private void encode(Object row, int rank) {
        int at = encoded.position();
        try {
            if (rank == 1) {
                codec.write(encoded, row, 0, rowLength);
            } else {
                ElementRows.of(codec, row, rank).write(encoded, 0, rowLength);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // encoding into memory does no I/O
        }
        encoded.position(at + rowBytes);
    }

    @Override
    public long pending() {
        return pending;
    }

    @Override
    public void write() {
        if (pending == 0) {
            return;
        }
        dataset.appendRows(rows(), pending);
        pending = 0;
        values.clear();
        if (encoded != null) {
            encoded.clear();
        }
        untilWrite = rowsAtATime;
    }

    private Object rows() {
        if (encoded != null) {
            byte[] bytes = encoded.array();
            return new RawElements(encoded.hasRemaining() ? Arrays.copyOf(bytes, encoded.position()) : bytes);
        }
        return values.toArray();
    }

    @Override
    public void commit() {
        write();
        session.flush();
    }
}
