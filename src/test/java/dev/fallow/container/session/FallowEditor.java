package dev.fallow.container.session;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.GroupOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StoredObject;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** Fallow, through its public API. */
public final class FallowEditor implements Editor {
    private static final Set<Operation> OPERATIONS = EnumSet.of(
            Operation.CREATE_GROUP,
            Operation.CREATE_TRACKED_GROUP,
            Operation.CREATE_CONTIGUOUS,
            Operation.CREATE_COMPACT,
            Operation.DELETE,
            Operation.MOVE,
            Operation.HARD_LINK,
            Operation.SOFT_LINK,
            Operation.EXTERNAL_LINK,
            Operation.COPY,
            Operation.WRITE,
            Operation.CREATE_ATTRIBUTE,
            Operation.REPLACE_ATTRIBUTE,
            Operation.RENAME_ATTRIBUTE,
            Operation.DELETE_ATTRIBUTE);

    private static final GroupOptions TRACKED = GroupOptions.defaults()
            .withCreationOrder(CreationOrder.INDEXED)
            .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED));

    private final ContainerFile file;

    /** Opens a file with the default options. */
    public FallowEditor(Path path) {
        this(path, OpenOptions.edit());
    }

    /** Opens a file for editing. */
    public FallowEditor(Path path, OpenOptions options) {
        file = ContainerFile.open(path, options);
    }

    @Override
    public Set<Operation> operations() {
        return OPERATIONS;
    }

    @Override
    public boolean stores(Content content) {
        return JavaValues.canHold(content);
    }

    @Override
    public void createGroup(String path, boolean tracked) {
        file.root().createGroup(path, tracked ? TRACKED : GroupOptions.defaults());
    }

    @Override
    public void createDataset(String path, Content content, boolean compact) {
        file.root()
                .createDataset(
                        path, JavaValues.of(content), compact ? DatasetOptions.compact() : DatasetOptions.contiguous());
    }

    @Override
    public void commitType(String path, Content content) {
        throw missing(Operation.COMMIT_TYPE);
    }

    @Override
    public void createDatasetOfType(String path, String typePath, Content content) {
        throw missing(Operation.CREATE_OF_COMMITTED_TYPE);
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
        file.dataset(path).write(JavaValues.of(content));
    }

    @Override
    public void createAttribute(String path, String name, Content content) {
        object(path).createAttribute(name, JavaValues.of(content));
    }

    @Override
    public void createAttributeOfType(String path, String name, String typePath, Content content) {
        throw missing(Operation.CREATE_ATTRIBUTE_OF_COMMITTED_TYPE);
    }

    @Override
    public void replaceAttribute(String path, String name, Content content) {
        object(path).deleteAttribute(name);
        object(path).createAttribute(name, JavaValues.of(content));
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

    private static IllegalStateException missing(Operation operation) {
        return new IllegalStateException("there is no " + operation + ": who asked for it did not look");
    }
}
