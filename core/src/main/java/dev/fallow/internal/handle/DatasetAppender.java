package dev.fallow.internal.handle;

import dev.fallow.Appender;
import dev.fallow.ContainerException;
import dev.fallow.Conversion;
import dev.fallow.IncompleteChangeException;
import dev.fallow.RawElements;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.data.Codecs;
import dev.fallow.internal.data.ElementCodec;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementRows;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.dataset.DatasetResize;
import dev.fallow.internal.session.Session;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.Buffer;
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
    private final Session.Collected collected = this::writeForCommit;
    private final String where;
    private final Datatype datatype;
    private final Conversion conversion;
    private final ElementCodec codec;
    private final ElementContext context;
    private final long chunkRows;
    private final boolean variable;
    /** Rows of variable length; others are in {@link #encoded}. */
    private final List<Object> values = new ArrayList<>();

    /** The shape of the rows that are collected. */
    private long[] rowShape;

    private int rowLength;
    private int rowBytes;
    private long rowsAtATime;
    /** Null if elements are of variable length. */
    private ByteBuffer encoded;
    /** The class of one-dimensional rows whose elements always fit, once one was seen; otherwise null. */
    private Class<?> fitting;

    private long pending;
    private long untilWrite;
    private boolean closed;

    /**
     * An appender to a dataset.
     *
     * @param chunk the dimensions of its chunks; empty if it has none
     * @param conversion what happens with a number that is not represented exactly
     */
    DatasetAppender(DatasetHandle dataset, Datatype datatype, long[] chunk, Conversion conversion) {
        this.dataset = dataset;
        this.conversion = conversion;
        session = dataset.session();
        where = session.name() + ": " + dataset.shownPath();
        this.datatype = datatype;
        if (chunk.length == 0) {
            throw new UnsupportedFeatureException(where + ": only a dataset with chunks can be appended to");
        }
        if (session.isReadOnly()) {
            throw new ContainerException(session.name() + " is open read-only");
        }
        context = ElementContext.of(where, session.store().sizes()).withObjects(session::isObject);
        codec = Codecs.writing(datatype, conversion, context);
        variable = datatype.refersToGlobalHeap();
        chunkRows = chunk[0];
        prepare(dimensions());
    }

    private long[] dimensions() {
        return session.reading(() -> new DatasetReader(dataset.storage()).dimensions());
    }

    /** Prepares for rows of the dataset's shape. None is pending. */
    private void prepare(long[] dimensions) {
        long[] shape = Arrays.copyOfRange(dimensions, 1, dimensions.length);
        if (!Arrays.equals(shape, rowShape)) {
            rowLength = Math.toIntExact(Shape.elements(shape));
            rowBytes = Math.toIntExact(rowLength * datatype.size());
            long wanted = variable || rowBytes == 0 ? BUFFER_ROWS : BUFFER_BYTES / rowBytes;
            long fits = variable || rowBytes == 0 ? Integer.MAX_VALUE : Integer.MAX_VALUE / 2 / rowBytes;
            rowsAtATime = Math.max(1, Math.min(fits, Math.max(1, wanted / chunkRows) * chunkRows));
            encoded = variable ? null : ByteBuffer.allocate((int) (rowsAtATime * rowBytes));
            fitting = null;
            rowShape = shape;
        }
        untilWrite = firstRows(dimensions[0]);
    }

    /** The rows that complete a chunk that is partly there. */
    private long firstRows(long existing) {
        long missing = chunkRows - existing % chunkRows;
        return Math.min(rowsAtATime, missing == chunkRows ? rowsAtATime : missing);
    }

    @Override
    public void append(Object row) {
        boolean entered = session.enter();
        try {
            if (closed) {
                throw new ContainerException(where + ": the appender is closed");
            }
            if (pending == 0 || dataset.isDeleted()) {
                prepare(dimensions()); // which fails if it was deleted
            }
            collect(dataset.elements(row));
        } finally {
            session.leave(entered);
        }
    }

    private void collect(Object row) {
        Object one = fittingElement(row);
        if (variable) {
            if (one == null) {
                TypedValue.of(datatype, () -> codec, rowShape, row, context);
            }
            values.add(row);
        } else {
            encoded.position((int) (pending * rowBytes)); // encoding the row before may have failed
            if (one != null) {
                encode(one, 1);
            } else if (row != null && row.getClass() == fitting && Array.getLength(row) == rowLength) {
                encode(row, 1);
            } else {
                encodeChecked(row);
            }
        }
        if (++pending == 1) {
            session.collected().add(collected);
        }
        if (pending >= untilWrite) {
            writeFull();
        }
    }

    /** Writes what is collected; if that is not possible, without the last row, whose append fails. */
    private void writeFull() {
        boolean written = false;
        try {
            write();
            written = true;
        } finally {
            if (!written) {
                pending--;
                if (variable) {
                    values.remove(values.size() - 1);
                }
                if (pending == 0) {
                    clear();
                }
            }
        }
    }

    /** An element on its own as a row, if it fits; otherwise null, also for what has to be converted. */
    private Object fittingElement(Object element) {
        if (rowShape.length > 0 || element == null || element instanceof Buffer || element instanceof RawElements) {
            return null;
        }
        Object one = element.getClass().isArray() ? null : ElementRows.row(element);
        boolean fits = one != null && codec.accepts(one.getClass().getComponentType()) && codec.firstMisfit(one) < 0;
        return fits ? one : null;
    }

    private void encodeChecked(Object row) {
        TypedValue value = TypedValue.of(datatype, () -> codec, rowShape, row, context);
        if (value.value() instanceof RawElements raw) {
            encoded.put(raw.bytes());
            return;
        }
        encode(value.rank() == 0 ? ElementRows.row(value.value()) : value.value(), Math.max(1, value.rank()));
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
                ElementRows.of(codec, row, rank).get(encoded, 0, rowLength);
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
        boolean entered = session.enter();
        try {
            long[] dimensions = dimensions();
            long[] shape = Arrays.copyOfRange(dimensions, 1, dimensions.length);
            if (!Arrays.equals(shape, rowShape)) {
                throw new WrongTypeException(
                        "%s: expected rows of the shape %s, found %d collected rows of the shape %s"
                                .formatted(where, Arrays.toString(shape), pending, Arrays.toString(rowShape)));
            }
            Object rows = rows();
            session.change(() -> new DatasetResize(dataset.storage()).append(0, rows, pending, conversion));
            clear();
        } finally {
            session.leave(entered);
        }
    }

    private Object rows() {
        if (variable) {
            return values.toArray();
        }
        int length = (int) (pending * rowBytes);
        byte[] bytes = encoded.array();
        return new RawElements(length < bytes.length ? Arrays.copyOf(bytes, length) : bytes);
    }

    /** Forgets the rows. */
    private void clear() {
        pending = 0;
        values.clear();
        session.collected().remove(collected);
    }

    private void writeForCommit() {
        if (dataset.isDeleted()) {
            clear();
            return;
        }
        try {
            write();
        } catch (IncompleteChangeException e) {
            throw e;
        } catch (ContainerException e) {
            String message =
                    "%s: nothing was committed, because the %d rows that an appender has collected could not be written: %s"
                            .formatted(where, pending, e.getMessage());
            throw e instanceof StorageException ? new StorageException(message, e) : new ContainerException(message, e);
        }
    }

    @Override
    public void commit() {
        session.flush();
    }

    @Override
    public void close() {
        if (closed || pending == 0) {
            closed = true;
            return;
        }
        boolean entered = session.enter();
        closed = true;
        try {
            write();
        } finally {
            clear();
            session.leave(entered);
        }
    }
}
