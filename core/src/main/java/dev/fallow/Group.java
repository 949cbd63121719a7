package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.GroupHandle;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.GroupOptions;
import dev.fallow.options.LinkOrder;
import java.util.List;

/**
 * A group: a set of named links to objects. Paths are relative to the group, or absolute if they start with a slash;
 * every name but the last must refer to a group.
 */
public final class Group extends StoredObject {
    private final GroupHandle handle;

    /** For internal use by the library. */
    public Group(GroupHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The link names, in name order. */
    public List<String> names() {
        return handle.linkNames();
    }

    /** The links, in name order. */
    public List<Link> links() {
        return links(LinkOrder.NAME);
    }

    /**
     * The links in this order.
     *
     * @throws ContainerException if creation order is requested and the group does not track it
     */
    public List<Link> links(LinkOrder order) {
        return handle.links(order);
    }

    /**
     * The link at a path. The last name is not followed.
     *
     * @throws NoSuchObjectException if there is no link at the path
     */
    public Link link(String path) {
        return handle.link(path);
    }

    /** The options that this group was created with. An old-style group has the default options. */
    public GroupOptions options() {
        return handle.options();
    }

    /**
     * Lists this group, in name order.
     *
     * @param recursive whether to descend into groups; each object is listed once
     */
    public List<Entry> list(boolean recursive) {
        return handle.list(recursive);
    }

    /** Whether the path resolves to an object or link. */
    public boolean exists(String path) {
        return handle.exists(path);
    }

    /**
     * The object at a path.
     *
     * @throws NoSuchObjectException if nothing is at the path
     * @throws UnsupportedFeatureException if the object is of unknown kind
     */
    public StoredObject get(String path) {
        return handle.get(path);
    }

    /**
     * The group at a path; this group for an empty path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    public Group group(String path) {
        return handle.group(path);
    }

    /**
     * The dataset at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    public Dataset dataset(String path) {
        return handle.dataset(path);
    }

    /**
     * The committed datatype at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    public CommittedDatatype datatype(String path) {
        return handle.datatype(path);
    }

    /**
     * Creates an empty group.
     *
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group does not exist
     */
    public Group createGroup(String path) {
        return createGroup(path, GroupOptions.defaults());
    }

    /** As {@link #createGroup(String)}, with options. */
    public Group createGroup(String path, GroupOptions options) {
        return handle.createGroup(path, options);
    }

    /**
     * Creates a contiguous dataset from a value, which determines shape, datatype and elements.
     *
     * @param value a number, a boolean or a {@code String}, or an n-dimensional rectangular array of these
     * @throws ObjectExistsException if the name is in use
     * @throws WrongTypeException if the value cannot be stored
     */
    public Dataset createDataset(String path, Object value) {
        return createDataset(path, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, Object)}, with options. */
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        return handle.createDataset(path, value, options);
    }

    /**
     * Creates a contiguous dataset of any datatype.
     *
     * @param type the datatype of the elements; see {@link dev.fallow.value.Types}
     * @param dimensions the number of elements in each dimension; empty for a scalar; null for a null dataspace
     * @param value a single element for a scalar, an n-dimensional array of elements otherwise; null for a null
     *     dataspace; or {@link dev.fallow.value.RawElements}
     * @throws ObjectExistsException if the name is in use
     * @throws WrongTypeException if the value has another shape, or an element does not fit the datatype
     */
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value) {
        return createDataset(path, type, dimensions, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, Datatype, long[], Object)}, with options. */
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value, DatasetOptions options) {
        return handle.createDataset(path, type, dimensions, value, options);
    }

    /**
     * As {@link #createDataset(String, Datatype, long[], Object)}, with a committed datatype, which the dataset then
     * refers to.
     *
     * @throws ContainerException if the datatype is in another container
     */
    public Dataset createDataset(String path, CommittedDatatype type, long[] dimensions, Object value) {
        return createDataset(path, type, dimensions, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, CommittedDatatype, long[], Object)}, with options. */
    public Dataset createDataset(
            String path, CommittedDatatype type, long[] dimensions, Object value, DatasetOptions options) {
        return handle.createDataset(path, type.handle(), dimensions, value, options);
    }

    /**
     * Creates a committed datatype, which datasets and attributes can refer to.
     *
     * @throws ObjectExistsException if the name is in use
     */
    public CommittedDatatype commitDatatype(String path, Datatype type) {
        return handle.commitDatatype(path, type);
    }

    /**
     * Creates a contiguous dataset without writing it. Its space is allocated now and its elements are undefined until
     * written. Space for elements with variable-length parts is allocated when they are first written.
     *
     * @param dimensions the number of elements in each dimension; empty for a scalar
     * @throws WrongTypeException if the size exceeds 2^63-1 bytes
     */
    public Dataset createDataset(String path, Datatype type, long... dimensions) {
        return handle.createDataset(path, type, dimensions);
    }

    /**
     * Adds a hard link to an existing object. The object exists until its last hard link is deleted. Groups may contain
     * themselves through hard links.
     *
     * @param path the new link
     * @param existing the path of an object; soft links on it are followed
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the object or the parent group of the link does not exist
     */
    public void createHardLink(String path, String existing) {
        handle.createHardLink(path, existing);
    }

    /**
     * As {@link #createHardLink(String, String)}, for an object already obtained.
     *
     * @throws ContainerException if the object is in another container
     */
    public void createHardLink(String path, StoredObject existing) {
        handle.createHardLink(path, existing.handle());
    }

    /**
     * Creates a soft link: a path that is resolved whenever the link is followed.
     *
     * @param target relative to the link's group, or absolute; need not exist. 1 to 65,535 bytes
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group of the link does not exist
     */
    public void createSoftLink(String path, String target) {
        if (target.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the target of a soft link contains a zero byte");
        }
        handle.createLink(path, new LinkTarget.Soft(target));
    }

    /**
     * Creates an external link: a name for an object in another file. Fallow stores and lists external links but does
     * not follow them.
     *
     * @param file the other file, relative to this one or absolute; need not exist
     * @param objectPath a path in that file; need not exist
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group of the link does not exist
     */
    public void createExternalLink(String path, String file, String objectPath) {
        if (file.isEmpty() || objectPath.isEmpty()) {
            throw new IllegalArgumentException(Printable.message(
                    "an external link needs a file and a path, found \"%s\" and \"%s\"".formatted(file, objectPath)));
        }
        handle.createLink(path, new LinkTarget.External(file, objectPath));
    }

    /**
     * Renames a link within its group. If the group tracks creation order, the link becomes the last one.
     *
     * @param path the path of the link, which is not followed
     * @param newName a single name
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if there is no link at the path
     */
    public void rename(String path, String newName) {
        handle.rename(path, newName);
    }

    /**
     * Moves a link to another group, renames it, or both. The object itself is not moved.
     *
     * @param from the path of the link, which is not followed
     * @param to its new path
     * @throws ObjectExistsException if the new path is in use, even by the link itself
     * @throws NoSuchObjectException if the link or the new parent group does not exist
     * @throws ContainerException if a group would become its own descendant
     */
    public void move(String from, String to) {
        handle.move(from, to);
    }

    /**
     * Copies an object; a group with everything that its hard links lead to. Objects shared within the tree are shared
     * within the copy. Soft and external links are copied unchanged. A committed datatype used in the tree is copied
     * with it. Object references keep their targets. The whole tree is checked before anything is changed; elements are
     * copied in pieces of bounded size. A group may be copied into itself: the copy contains what the group contained
     * before.
     *
     * @param from the path of the object; soft links on it are followed
     * @param to the path of the copy
     * @throws ObjectExistsException if the new path is in use
     * @throws NoSuchObjectException if the object or the parent group of the copy does not exist
     * @throws UnsupportedFeatureException if something in the tree cannot be copied: chunked or virtual datasets,
     *     filters, elements in external files
     */
    public void copy(String from, String to) {
        copyTo(this, from, to);
    }

    /**
     * As {@link #copy}, into another group, which may be in another container. Groups are created in the format of that
     * container; datasets keep the versions of their messages. In another container object references become null, as
     * they do by default with the reference library.
     *
     * @param target the group that {@code to} is relative to
     * @param from the path of the object, relative to this group
     * @param to the path of the copy, relative to the target
     */
    public void copyTo(Group target, String from, String to) {
        handle.copy(from, target.handle, to);
    }

    /**
     * Deletes a link and, if it was the last one, its object; a group with everything in it that is not reachable
     * otherwise. The space can be reused at once.
     *
     * <p>Groups that link to each other in a cycle are deleted once nothing outside the cycle leads to them; the
     * reference library does not detect such cycles. The search visits at most 4,096 objects. A larger unreachable
     * cycle stays in the file, and {@link ContainerFile#space()} reports its space as untracked.
     *
     * @throws NoSuchObjectException if nothing is at the path
     * @throws UnsupportedFeatureException if an object that would have to be deleted is not understood; nothing is
     * deleted then
     */
    public void delete(String path) {
        handle.delete(path);
    }
}
