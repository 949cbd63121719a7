package dev.fallow.internal;

import dev.fallow.Dataset;
import dev.fallow.ObjectKind;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.dataset.DatasetAppend;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.dataset.DatasetResize;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatasetWriter;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import java.io.IOException;
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
        return session().reading(() -> new DatasetReader(storage()).dimensions());
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
    public long[] maxDimensions() {
        return describe().maxDimensions();
    }

    @Override
    public long[] chunkDimensions() {
        return describe().chunkDimensions();
    }

    @Override
    public Object read() {
        return session().reading(() -> new DatasetReader(storage()).read(null));
    }

    @Override
    public Object read(Selection selection) {
        Objects.requireNonNull(selection, "selection");
        return session().reading(() -> new DatasetReader(storage()).read(selection));
    }

    @Override
    public byte[] readBytes() {
        return session().reading(() -> new DatasetReader(storage()).readBytes(null));
    }

    @Override
    public byte[] readBytes(Selection selection) {
        Objects.requireNonNull(selection, "selection");
        return session().reading(() -> new DatasetReader(storage()).readBytes(selection));
    }

    @Override
    public void write(Object value, WriteMode mode) {
        Objects.requireNonNull(mode, "mode");
        session().change(() -> new DatasetWriter(storage()).write(null, value, mode));
    }

    @Override
    public void write(Selection selection, Object value, WriteMode mode) {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(mode, "mode");
        session().change(() -> new DatasetWriter(storage()).write(selection, value, mode));
    }

    @Override
    public void write(Object value) {
        write(value, defaultMode());
    }

    @Override
    public void write(Selection selection, Object value) {
        write(selection, value, defaultMode());
    }

    @Override
    public void resize(long... dimensions) {
        session().change(() -> new DatasetResize(storage()).to(dimensions.clone()));
    }

    @Override
    public void append(int dimension, Object value) {
        session().change(() -> new DatasetAppend(storage()).append(dimension, value));
    }

    private WriteMode defaultMode() {
        return layout() == StorageLayout.CHUNKED ? WriteMode.COPY : WriteMode.IN_PLACE;
    }
}
