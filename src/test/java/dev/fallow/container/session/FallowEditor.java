package dev.fallow.container.session;

import dev.fallow.AllocationTime;
import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.GroupOptions;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.WriteMode;
import dev.fallow.container.OurTypes;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.chunk.ChunkFilter;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.type.ReferenceType;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Edits with the public API of Fallow. */
public final class FallowEditor implements Editor {
    private static final FilterSetting DEFLATE = Filters.deflate(ChunkFilter.DEFLATE_LEVEL);
    private static final GroupOptions TRACKED = GroupOptions.defaults()
            .withCreationOrder(CreationOrder.INDEXED)
            .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED));

    private final ContainerFile file;
    /** What stands for deflate, whose result depends on the version of zlib. */
    private final FilterSetting compression;

    private final JavaValues values = new JavaValues(path -> object(path).address());

    /** Opens a file with the default options. */
    public FallowEditor(Path path) {
        this(path, OpenOptions.defaults());
    }

    /** Opens a file for editing. */
    public FallowEditor(Path path, OpenOptions options) {
        this(ContainerFile.open(path, options), DEFLATE);
    }

    /**
     * Edits an open file, and closes it.
     *
     * @param compression is used instead of deflate
     */
    public FallowEditor(ContainerFile file, FilterSetting compression) {
        this.file = file;
        this.compression = compression;
    }

    @Override
    public Set<Operation> operations() {
        return EnumSet.allOf(Operation.class);
    }

    @Override
    public boolean stores(Content content) {
        return true;
    }

    @Override
    public void createGroup(String path, boolean tracked) {
        file.root().createGroup(path, tracked ? TRACKED : GroupOptions.defaults());
    }

    @Override
    public void createDataset(String path, Content content, boolean compact) {
        file.root()
                .createDataset(
                        path,
                        OurTypes.toOurs(content.type()),
                        content.shape(),
                        values.of(content),
                        compact
                                ? DatasetOptions.defaults().withLayout(StorageLayout.COMPACT)
                                : DatasetOptions.defaults());
    }

    @Override
    public void commitType(String path, Content content) {
        file.root().commitDatatype(path, OurTypes.toOurs(content.type()));
    }

    @Override
    public void createDatasetOfType(String path, String typePath, Content content) {
        file.root()
                .createDataset(
                        path,
                        file.root().datatype(typePath),
                        content.shape(),
                        values.of(content),
                        DatasetOptions.defaults());
    }

    @Override
    public void delete(String path) {
        file.delete(path);
    }

    @Override
    public void move(String from, String to) {
        file.move(from, to);
    }

    @Override
    public void createHardLink(String existing, String path) {
        file.root().createHardLink(path, existing);
    }

    @Override
    public void createSoftLink(String target, String path) {
        file.root().createSoftLink(path, target);
    }

    @Override
    public void createExternalLink(String targetFile, String target, String path) {
        file.root().createExternalLink(path, targetFile, target);
    }

    @Override
    public void copy(String from, String to) {
        file.copy(from, to);
    }

    @Override
    public void write(String path, Content content) {
        file.dataset(path).write(values.of(content));
    }

    @Override
    public void createChunked(String path, Content content, Chunking chunking, boolean written) {
        DatasetOptions options = options(content.type(), chunking);
        if (written) {
            file.root()
                    .createDataset(path, OurTypes.toOurs(content.type()), content.shape(), values.of(content), options);
        } else {
            file.root().createDataset(path, OurTypes.toOurs(content.type()), content.shape(), options);
        }
    }

    private DatasetOptions options(ReferenceType type, Chunking chunking) {
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(Chunking.array(chunking.chunk()))
                .withMaxDimensions(Chunking.array(chunking.most()))
                .withFilters(chunking.filters().stream()
                        .map(filter -> filter == ChunkFilter.DEFLATE ? compression : filter(filter))
                        .toArray(FilterSetting[]::new))
                .withUnfilteredEdges(chunking.unfilteredEdges());
        if (chunking.early()) {
            options = options.withAllocation(AllocationTime.EARLY);
        }
        return chunking.fill() == null ? options : options.withFillValue(values.element(type, chunking.fill()));
    }

    static FilterSetting filter(ChunkFilter filter) {
        return switch (filter) {
            case SCALE_OFFSET -> Filters.scaleOffset(0);
            case NBIT -> Filters.nbit();
            case SHUFFLE -> Filters.shuffle();
            case DEFLATE -> DEFLATE;
            case SZIP -> Filters.szip(Filters.SzipCoding.NEAREST_NEIGHBOUR, ChunkFilter.SZIP_PIXELS);
            case FLETCHER32 -> Filters.fletcher32();
        };
    }

    @Override
    public void writePart(String path, List<Long> start, Content part, boolean inPlace) {
        file.dataset(path)
                .write(
                        Selection.block(Chunking.array(start), part.shape()),
                        values.of(part),
                        inPlace ? WriteMode.IN_PLACE : WriteMode.COPY);
    }

    @Override
    public void append(String path, int dimension, Content rows) {
        file.dataset(path).append(dimension, values.of(rows));
    }

    @Override
    public void resize(String path, List<Long> dimensions) {
        file.dataset(path).resize(Chunking.array(dimensions));
    }

    @Override
    public void createAttribute(String path, String name, Content content) {
        object(path).createAttribute(name, OurTypes.toOurs(content.type()), content.shape(), values.of(content));
    }

    @Override
    public void createAttributeOfType(String path, String name, String typePath, Content content) {
        object(path).createAttribute(name, file.root().datatype(typePath), content.shape(), values.of(content));
    }

    @Override
    public void replaceAttribute(String path, String name, Content content) {
        object(path).deleteAttribute(name);
        object(path).createAttribute(name, OurTypes.toOurs(content.type()), content.shape(), values.of(content));
    }

    @Override
    public void renameAttribute(String path, String from, String to) {
        object(path).renameAttribute(from, to);
    }

    @Override
    public void deleteAttribute(String path, String name) {
        object(path).deleteAttribute(name);
    }

    @Override
    public void flush() {
        file.flush();
    }

    @Override
    public void close() {
        file.close();
    }

    private StoredObject object(String path) {
        return file.root().get(path);
    }
}
