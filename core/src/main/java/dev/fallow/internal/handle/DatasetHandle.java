package dev.fallow.internal.handle;

import dev.fallow.Appender;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import dev.fallow.filter.FilterSetting;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.dataset.DatasetResize;
import dev.fallow.internal.dataset.DatasetWriter;
import dev.fallow.internal.dataset.DirectChunks;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SessionOperation;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.Progress;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import dev.fallow.value.Conversion;
import dev.fallow.value.RawChunk;
import dev.fallow.value.SlabVisitor;
import dev.fallow.value.StoredChunkInfo;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** A dataset of an open container. */
final class DatasetHandle extends ObjectHandle implements Dataset {
    DatasetHandle(Session session, long address, String path) {
        super(session, address, path);
    }

    @Override
    ObjectKind kind() {
        return ObjectKind.DATASET;
    }

    @Override
    public Datatype datatype() {
        return session().reading(() -> storage().datatype());
    }

    @Override
    public long[] dimensions() {
        return session().reading(() -> new DatasetReader(storage()).dimensions());
    }

    @Override
    public StorageLayout layout() {
        return session().reading(() -> storage().layout());
    }

    @Override
    public List<FilterSetting> filters() {
        return session().reading(() -> storage().filters());
    }

    @Override
    public long storageAddress() {
        return session().reading(() -> storage().storageAddress());
    }

    @Override
    public long storageSize() {
        return session().reading(() -> new DatasetReader(storage()).size());
    }

    @Override
    public long[] maxDimensions() {
        return session().reading(() -> storage().maxDimensions());
    }

    @Override
    public long[] chunkDimensions() {
        return session().reading(() -> storage().chunkDimensions());
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
    @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
    public <T> T read(Class<T> type, Conversion conversion) {
        return (T) session().reading(reading(null, type, conversion));
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> T read(Selection selection, Class<T> type, Conversion conversion) {
        return (T) session().reading(reading(Objects.requireNonNull(selection, "selection"), type, conversion));
    }

    private SessionOperation<Object> reading(Selection selection, Class<?> type, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Objects.requireNonNull(type, "type");
        return () -> new DatasetReader(storage()).read(selection, type, conversion);
    }

    @Override
    public void readInto(Object array, Conversion conversion) {
        into(null, array, conversion);
    }

    @Override
    public void readInto(Selection selection, Object array, Conversion conversion) {
        Objects.requireNonNull(selection, "selection");
        into(selection, array, conversion);
    }

    private void into(Selection selection, Object array, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Objects.requireNonNull(array, "array");
        session().reading(() -> {
            new DatasetReader(storage()).readInto(selection, array, conversion);
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
        session().changeInParts(() -> new DatasetWriter(storage()).write(null, value, mode));
    }

    @Override
    public void write(Selection selection, Object value, WriteMode mode) {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(mode, "mode");
        session().changeInParts(() -> new DatasetWriter(storage()).write(selection, value, mode));
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
        session().change(() -> new DatasetResize(storage()).append(dimension, value));
    }

    @Override
    public boolean forEachSlab(long rows, SlabVisitor visitor) {
        return new DatasetStreams(this).forEachSlab(rows, visitor);
    }

    @Override
    public Dataset copyTo(Group group, String path, DatasetOptions options, Progress progress) {
        Objects.requireNonNull(progress, "progress");
        return new DatasetStreams(this).copyTo(group, path, options, progress);
    }

    @Override
    public Appender appender() {
        return new DatasetAppender(this, datatype(), chunkDimensions());
    }

    @Override
    public void forEachChunk(Consumer<StoredChunkInfo> visitor) {
        session().reading(() -> {
            new DirectChunks(storage()).forEach(visitor);
            return null;
        });
    }

    @Override
    public RawChunk readChunk(long... offset) {
        return session().reading(() -> new DirectChunks(storage()).read(offset));
    }

    @Override
    public void writeChunk(long[] offset, RawChunk chunk) {
        Objects.requireNonNull(chunk, "chunk");
        session().change(() -> new DirectChunks(storage()).write(offset.clone(), chunk));
    }

    private WriteMode defaultMode() {
        return layout() == StorageLayout.CHUNKED ? WriteMode.COPY : WriteMode.IN_PLACE;
    }
}
