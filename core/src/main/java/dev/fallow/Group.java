package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.GroupHandle;
import java.util.List;

/**
 * A group: names that lead to objects. Paths are relative to the group, or absolute when they start with a slash; every
 * name before the last must be a group.
 */
public final class Group extends StoredObject {
    private final GroupHandle handle;

    /** Used by the library. */
    public Group(GroupHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The names in this group, in the order of names. */
    public List<String> names() {
        return handle.linkNames();
    }

    /**
     * Lists what is in this group, in the order of names.
     *
     * @param recursive whether to descend into groups, each object once
     */
    public List<Entry> list(boolean recursive) {
        return handle.list(recursive);
    }

    /** Whether a path leads to anything. */
    public boolean exists(String path) {
        return handle.exists(path);
    }

    /**
     * The group or dataset at a path.
     *
     * @throws NoSuchObjectException if there is nothing
     * @throws UnsupportedFeatureException if it is neither
     */
    public StoredObject get(String path) {
        return handle.get(path);
    }

    /**
     * The group at a path; this group for an empty one.
     *
     * @throws NoSuchObjectException if there is none, or something else
     */
    public Group group(String path) {
        return handle.group(path);
    }

    /**
     * The dataset at a path.
     *
     * @throws NoSuchObjectException if there is none, or something else
     */
    public Dataset dataset(String path) {
        return handle.dataset(path);
    }

    /**
     * Creates an empty group.
     *
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if the group that it is to lie in does not exist
     */
    public Group createGroup(String path) {
        return handle.createGroup(path);
    }

    /**
     * Creates a contiguous dataset with the shape, the type and the elements of a value.
     *
     * @param value a number or a {@code String}, or an n-dimensional rectangular array of primitives or {@code String}s
     * @throws ObjectExistsException if the name is taken
     * @throws WrongTypeException if the value cannot be stored
     */
    public Dataset createDataset(String path, Object value) {
        return createDataset(path, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, Object)}, stored as the options say. */
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        return handle.createDataset(path, value, options);
    }

    /**
     * Creates a contiguous dataset whose space is allocated now and written later or never; until then its elements are
     * undefined.
     *
     * @param dimensions elements in each dimension; none for a scalar
     * @throws WrongTypeException if its size is past 2^63-1
     */
    public Dataset createDataset(String path, Datatype type, long... dimensions) {
        return handle.createDataset(path, type, dimensions);
    }

    /**
     * Deletes a link, and the object it leads to if this was the last one; a group with everything in it that nothing
     * else leads to. The space is free at once.
     *
     * @throws NoSuchObjectException if there is nothing
     * @throws UnsupportedFeatureException if something that would have to go is not understood; nothing is deleted then
     */
    public void delete(String path) {
        handle.delete(path);
    }
}
