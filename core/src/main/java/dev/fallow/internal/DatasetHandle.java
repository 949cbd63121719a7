package dev.fallow.internal;

import dev.fallow.Dataset;
import dev.fallow.ObjectKind;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatasetWriter;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import dev.fallow.value.Conversion;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;

/** A dataset of an open container. */
final class DatasetHandle extends ObjectHandle implements Dataset {
    DatasetHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    private DatasetStorage storage() throws IOException {
        return DatasetStorage.of(session().store(), header(), path());
    }

    @Override
    ObjectKind kind() {
        return ObjectKind.DATASET;
    }

    /** The current datatype, shape and layout. */
    private DatasetStorage describe() {
        return session().reading(this::storage);
    }

    @Override
    public Datatype datatype() {
        return describe().datatype();
    }

    @Override
    public long[] dimensions() {
        return describe().dimensions();
    }

    @Override
    public StorageLayout layout() {
        return describe().layout();
    }

    @Override
    public long storageAddress() {
        return describe().storageAddress();
    }

    @Override
    public long storageSize() {
        return describe().storageSize();
    }

    @Override
    public Object read() {
        return session().reading(() -> new DatasetReader(storage()).read());
    }

    @Override
    public <T> T read(Class<T> type, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Objects.requireNonNull(type, "type");
        @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
        T value = (T) session().reading(() -> new DatasetReader(storage()).read(type, conversion));
        return value;
    }

    @Override
    public void readInto(Object array, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Objects.requireNonNull(array, "array");
        session().reading(() -> {
            new DatasetReader(storage()).readInto(array, conversion);
            return null;
        });
    }

    @Override
    public Instant[] readInstants() {
        return new Instants(this, fileName() + ": " + path()).read();
    }

    @Override
    public void writeInstants(Instant[] instants) {
        new Instants(this, fileName() + ": " + path()).write(instants);
    }

    @Override
    public byte[] readBytes() {
        return session().reading(() -> new DatasetReader(storage()).readBytes());
    }

    @Override
    public void write(Object value, WriteMode mode) {
        Objects.requireNonNull(mode, "mode");
        session().change(() -> new DatasetWriter(storage()).write(value, mode));
    }
}
