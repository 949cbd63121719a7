package dev.fallow.container.session;

import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.chunk.ChunkFilter;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Edits with libhdf5. */
public final class ReferenceEditor implements Editor {
    private final ReferenceFile file;

    /** Opens a file, within the bounds of the options. */
    public ReferenceEditor(Path path, ReferenceOptions options) {
        file = ReferenceFile.open(path, true, options);
    }

    /**
     * Release 1.14.3 refuses to delete an attribute of a committed datatype that has this datatype itself, or crashes then or later;
     * so do 1.12.2 and 1.14.6, but not 2.0. It may lose an attribute's entry in the index of the creation order when it renames the
     * attribute, and then refuses to delete it.
     */
    @Override
    public Set<Operation> operations() {
        return EnumSet.complementOf(
                EnumSet.of(Operation.REPLACE_FRAGILE_ATTRIBUTE, Operation.DELETE_FRAGILE_ATTRIBUTE));
    }

    @Override
    public boolean stores(Content content) {
        return true;
    }

    /** Release 1.14.3 sometimes crashes in a conversion when it copies variable-length data. */
    @Override
    public boolean copies(Content content) {
        return !isVariable(content.type());
    }

    private static boolean isVariable(ReferenceType type) {
        if (type instanceof ArrayType array) {
            return isVariable(array.element());
        } else if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> isVariable(member.type()));
        }
        return type instanceof VariableString || type instanceof VariableLength;
    }

    @Override
    public void createGroup(String path, boolean tracked) {
        file.createGroup(path, tracked);
    }

    @Override
    public void createDataset(String path, Content content, boolean compact) {
        file.createDataset(
                path,
                content.type(),
                content.shape(),
                content.values(),
                compact ? StorageKind.COMPACT : StorageKind.CONTIGUOUS);
    }

    @Override
    public void commitType(String path, Content content) {
        file.commitType(path, content.type());
    }

    @Override
    public void createDatasetOfType(String path, String typePath, Content content) {
        file.createDatasetOfType(path, typePath, content.shape(), content.values());
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
        file.createHardLink(existing, path);
    }

    @Override
    public void createSoftLink(String target, String path) {
        file.createSoftLink(target, path);
    }

    @Override
    public void createExternalLink(String targetFile, String target, String path) {
        file.createExternalLink(targetFile, target, path);
    }

    @Override
    public void copy(String from, String to) {
        file.copy(from, to);
    }

    @Override
    public void write(String path, Content content) {
        file.write(path, content.values());
    }

    /** Release 1.14.3 refuses mandatory filters on variable-length elements; it ignores the optional ones. */
    @Override
    public boolean creates(Content content, Chunking chunking) {
        return !isVariable(content.type()) || !chunking.filters().contains(ChunkFilter.FLETCHER32);
    }

    /**
     * When the only chunk of a dataset with the single-chunk index is freed, libhdf5 leaves its address in the layout
     * message. Later sessions then read or free what is there by then. And it fails to look for edge chunks that are not
     * to be filtered if the dataset grows and has no index yet.
     */
    @Override
    public boolean resizes(String path, Chunking chunking, List<Long> from, List<Long> to) {
        if (chunking.isSingle() && to.contains(0L)) {
            return false;
        }
        boolean grows = false;
        for (int i = 0; i < to.size(); i++) {
            grows |= to.get(i) > from.get(i);
        }
        return !grows || !chunking.unfilteredEdges() || file.storageSize(path) > 0;
    }

    @Override
    public void createChunked(String path, Content content, Chunking chunking, boolean written) {
        file.createChunkedDataset(path, content.type(), content.shape(), chunking, written ? content.values() : null);
    }

    @Override
    public void writePart(String path, List<Long> start, Content part, boolean inPlace) {
        file.writePart(path, Chunking.array(start), part.shape(), part.values());
    }

    @Override
    public void append(String path, int dimension, Content rows) {
        file.append(path, dimension, rows.shape(), rows.values());
    }

    @Override
    public void resize(String path, List<Long> dimensions) {
        file.resize(path, Chunking.array(dimensions));
    }

    @Override
    public void createAttribute(String path, String name, Content content) {
        file.attributes(path).create(name, content.type(), content.shape(), content.values());
    }

    @Override
    public void createAttributeOfType(String path, String name, String typePath, Content content) {
        file.attributes(path).createOfType(name, typePath, content.shape(), content.values());
    }

    @Override
    public void replaceAttribute(String path, String name, Content content) {
        deleteAttribute(path, name);
        createAttribute(path, name, content);
    }

    @Override
    public void renameAttribute(String path, String from, String to) {
        file.attributes(path).rename(from, to);
    }

    @Override
    public void deleteAttribute(String path, String name) {
        file.attributes(path).delete(name);
    }

    @Override
    public void flush() {
        file.flush();
    }

    @Override
    public void close() {
        file.close();
    }
}
