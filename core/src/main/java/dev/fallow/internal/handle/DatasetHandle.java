package dev.fallow.internal.handle;

import dev.fallow.Appender;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Dimension;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import dev.fallow.RawChunk;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Slab;
import dev.fallow.Slices;
import dev.fallow.StorageLayout;
import dev.fallow.StoredChunkInfo;
import dev.fallow.VirtualMapping;
import dev.fallow.VirtualSource;
import dev.fallow.WriteMode;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.Nothing;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.dataset.DatasetReader;
import dev.fallow.internal.dataset.DatasetResize;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatasetWriter;
import dev.fallow.internal.dataset.DirectChunks;
import dev.fallow.internal.session.Session;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Time;
import java.nio.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    String description() {
        return ", %s%s".formatted(datatype(), Shape.shown(dimensions()));
    }

    @Override
    public Datatype datatype() {
        return session().reading(() -> storage().datatype());
    }

    @Override
    public long[] dimensions() {
        return orNone(session().reading(() -> new DatasetReader(storage()).dimensions()));
    }

    @Override
    public Reference.ToRegion reference(Selection region) {
        Objects.requireNonNull(region, "region");
        session().reading(() -> {
            new DatasetReader(storage()).requireInside(region);
            return null;
        });
        return new Reference.ToRegion(address(), region instanceof Slices slices ? slices.in(dimensions()) : region);
    }

    @Override
    public StorageLayout layout() {
        return session().reading(() -> storage().layout());
    }

    @Override
    public List<VirtualMapping> virtualMappings() {
        return session().reading(() -> storage().virtualMappings());
    }

    @Override
    public List<VirtualSource> virtualSources(Selection selection) {
        Selection part = partOf(selection);
        return session().reading(() -> new DatasetReader(storage()).virtualSources(part));
    }

    @Override
    public List<FilterSetting> filters() {
        return session().reading(() -> storage().filters());
    }

    @Override
    public long storageAddress() {
        boolean unplaced =
                session().reading(() -> session().store().unplacedElements().size(here()) > 0);
        if (!unplaced) {
            return session().reading(() -> storage().storageAddress());
        }
        return session().changing(() -> {
            header();
            return () -> {
                session().store().unplacedElements().place(here());
                return storage().storageAddress();
            };
        });
    }

    @Override
    public boolean isNull() {
        return session().reading(() -> storage().dataspace().kind() == Dataspace.Kind.NULL);
    }

    @Override
    public long elementCount() {
        return session()
                .reading(() -> new DatasetReader(storage()).size()
                        / storage().datatype().size());
    }

    @Override
    public long storedSize() {
        return session().reading(() -> {
            DatasetStorage storage = storage();
            return switch (storage.layout()) {
                case COMPACT -> storage.storageSize();
                case CONTIGUOUS ->
                    storage.storageAddress() < 0
                            ? session().store().unplacedElements().size(storage.headerAddress())
                            : storage.storageSize();
                case CHUNKED -> new DirectChunks(storage).bytes();
                case VIRTUAL -> 0L;
            };
        });
    }

    @Override
    public Object fillValue() {
        return session().reading(() -> new DatasetReader(storage()).fillValue());
    }

    @Override
    public long logicalSize() {
        return session().reading(() -> new DatasetReader(storage()).size());
    }

    @Override
    public long[] maxDimensions() {
        return orNone(session().reading(() -> storage().maxDimensions()));
    }

    @Override
    public long[] chunkDimensions() {
        return orNone(session().reading(() -> storage().chunkDimensions()));
    }

    private static long[] orNone(long[] dimensions) {
        return dimensions == null ? new long[0] : dimensions;
    }

    @Override
    public Object read() {
        return session().reading(() -> new DatasetReader(storage()).read(null));
    }

    @Override
    public Object read(Selection selection) {
        Selection part = partOf(selection);
        return session().reading(() -> new DatasetReader(storage()).read(part));
    }

    @Override
    @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
    public <T> T read(Selection selection, Class<T> type, Conversion conversion) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(conversion, "conversion");
        Selection part = partOf(selection);
        if (type == RawElements.class) {
            return (T)
                    session().reading(() -> new RawElements(new DatasetReader(storage()).readBytes(part, conversion)));
        } else if (part == null && MatlabText.isWanted(this, type)) {
            return (T) new MatlabText(this).as(type);
        } else if (MatlabLogical.isWanted(this, type)) {
            return (T) new MatlabLogical(this).read(selection, type);
        } else if ((type == Instant[].class || type == Instant.class)
                && hasUnits()
                && !(part == null && Nothing.isArray(type, dimensions()))) {
            Instants instants = new Instants(this, where());
            return (T) (type == Instant.class ? instants.readOne(selection) : instants.read(selection));
        }
        return (T) session().reading(() -> new DatasetReader(storage()).read(part, type, conversion));
    }

    @Override
    public <T> T readMember(Selection selection, String member, Class<T> type) {
        return member(selection, member, -1, type);
    }

    @Override
    public <T> T readMember(Selection selection, String member, int index, Class<T> type) {
        return member(selection, member, Objects.checkIndex(index, Integer.MAX_VALUE), type);
    }

    /** @param index of an element of the member; -1 for the whole member */
    @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
    private <T> T member(Selection selection, String member, int index, Class<T> type) {
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(type, "type");
        Selection part = partOf(selection);
        return (T) session()
                .reading(() -> new DatasetReader(storage()).readMember(part, member, index, type, Conversion.LOSSLESS));
    }

    @Override
    public void readInto(Selection selection, Object target, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Objects.requireNonNull(target, "target");
        Selection part = partOf(selection);
        if (target instanceof Buffer buffer) {
            Buffers.fill(this, selection, buffer, conversion);
            return;
        }
        session().reading(() -> {
            new DatasetReader(storage()).readInto(part, target, conversion);
            return null;
        });
    }

    /** The selection; null for all elements of a dataset of any rank. */
    private Selection partOf(Selection selection) {
        Objects.requireNonNull(selection, "selection");
        if (selection instanceof Slices && dimensions().length == 0) {
            throw new WrongTypeException(
                    "%s: %s has no dimensions, found the slice %s".formatted(fileName(), shownPath(), selection));
        }
        return selection instanceof Selection.All all && all.rank() == Selection.UNKNOWN_RANK ? null : selection;
    }

    @Override
    public void write(Object value) {
        write(null, value, defaultMode(), Conversion.LOSSLESS);
    }

    @Override
    public void write(Object value, WriteMode mode) {
        write(null, value, mode, Conversion.LOSSLESS);
    }

    @Override
    public void write(Object value, Conversion conversion) {
        write(null, value, defaultMode(), conversion);
    }

    @Override
    public void write(Selection selection, Object value) {
        write(partOf(selection), value, defaultMode(), Conversion.LOSSLESS);
    }

    @Override
    public void write(Selection selection, Object value, WriteMode mode) {
        write(partOf(selection), value, mode, Conversion.LOSSLESS);
    }

    @Override
    public void write(Selection selection, Object value, Conversion conversion) {
        write(partOf(selection), value, defaultMode(), conversion);
    }

    /** @param part null for all elements */
    private void write(Selection part, Object value, WriteMode mode, Conversion conversion) {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(conversion, "conversion");
        boolean text = part == null && value != null && MatlabText.isWanted(this, value.getClass());
        Object elements = text ? new MatlabText(this).units(value) : elements(value);
        session().changeInParts(() -> new DatasetWriter(storage()).write(part, elements, mode, conversion));
    }

    /** A value, with the numbers that stand here for instants, or for truth values. */
    Object elements(Object value) {
        if (Instants.are(value) && hasUnits()) {
            return new Instants(this, where()).numbers(value);
        }
        return value != null && MatlabLogical.isWanted(this, value.getClass()) ? MatlabLogical.numbers(value) : value;
    }

    /** Whether an attribute must say what instants the elements stand for. */
    private boolean hasUnits() {
        return !(datatype() instanceof Compound || datatype() instanceof Time);
    }

    /** The file and the dataset, for messages. */
    private String where() {
        return fileName() + ": " + shownPath();
    }

    @Override
    public void resize(long... dimensions) {
        session().change(() -> new DatasetResize(storage()).to(dimensions.clone()));
    }

    @Override
    public void append(int dimension, Object value) {
        Object elements = elements(value);
        session().change(() -> new DatasetResize(storage()).append(dimension, elements));
    }

    @Override
    public void append(Object rows, Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        Object elements = elements(rows);
        session().change(() -> new DatasetResize(storage()).append(0, elements, conversion));
    }

    @Override
    public Iterable<Slab> slabs(long rows) {
        return new DatasetStreams(this).slabs(rows);
    }

    @Override
    public Dataset copyTo(Group group, String path, DatasetOptions options) {
        return new DatasetStreams(this).copyTo(group, path, options);
    }

    @Override
    public Appender appender(Conversion conversion) {
        Objects.requireNonNull(conversion, "conversion");
        return new DatasetAppender(this, datatype(), chunkDimensions(), conversion);
    }

    @Override
    public void forEachChunk(Consumer<StoredChunkInfo> visitor) {
        session().reading(() -> {
            new DirectChunks(storage()).forEach(visitor);
            return null;
        });
    }

    @Override
    public Optional<RawChunk> readChunk(long... offset) {
        return Optional.ofNullable(session().reading(() -> new DirectChunks(storage()).read(offset)));
    }

    @Override
    public void writeChunk(long[] offset, RawChunk chunk) {
        Objects.requireNonNull(chunk, "chunk");
        session().change(() -> new DirectChunks(storage()).write(offset.clone(), chunk));
    }

    @Override
    public List<Dimension> dims() {
        return DatasetDimension.of(this);
    }

    @Override
    public void makeScale(String name) {
        DimensionScales.make(this, name);
    }

    @Override
    public boolean isScale() {
        return DimensionScales.isScale(this);
    }

    @Override
    public String scaleName() {
        return DimensionScales.name(this);
    }

    private WriteMode defaultMode() {
        return layout() == StorageLayout.CHUNKED ? WriteMode.COPY : WriteMode.IN_PLACE;
    }
}
