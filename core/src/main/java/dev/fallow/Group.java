package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.LinkTarget;
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

    /** The links of this group, in the order of names. */
    public List<Link> links() {
        return links(LinkOrder.NAME);
    }

    /**
     * The links of this group.
     *
     * @throws ContainerException if the order of creation is asked for and the group does not remember it
     */
    public List<Link> links(LinkOrder order) {
        return handle.links(order);
    }

    /**
     * The link at a path; its last name is not followed.
     *
     * @throws NoSuchObjectException if there is none
     */
    public Link link(String path) {
        return handle.link(path);
    }

    /** How this group was created. An old-style group has the options that are the default. */
    public GroupOptions options() {
        return handle.options();
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
     * The object at a path.
     *
     * @throws NoSuchObjectException if there is nothing
     * @throws UnsupportedFeatureException if it is of unknown kind
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
     * The committed datatype at a path.
     *
     * @throws NoSuchObjectException if there is none, or something else
     */
    public CommittedDatatype datatype(String path) {
        return handle.datatype(path);
    }

    /**
     * Creates an empty group.
     *
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if the group that it is to lie in does not exist
     */
    public Group createGroup(String path) {
        return createGroup(path, GroupOptions.defaults());
    }

    /** As {@link #createGroup(String)}, stored as the options say. */
    public Group createGroup(String path, GroupOptions options) {
        return handle.createGroup(path, options);
    }

    /**
     * Creates a contiguous dataset with the shape, the type and the elements of a value.
     *
     * @param value a number, a truth value or a {@code String}, or an n-dimensional rectangular array of these
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
     * Creates a contiguous dataset of any datatype.
     *
     * @param type of the elements; see {@link Types}
     * @param dimensions elements in each dimension; none for a scalar; null for no value at all
     * @param value a single element for a scalar, else an n-dimensional array of elements; null for no value at all; or
     *     {@link RawElements}
     * @throws ObjectExistsException if the name is taken
     * @throws WrongTypeException if the value has another shape, or an element does not fit the type
     */
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value) {
        return createDataset(path, type, dimensions, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, Datatype, long[], Object)}, stored as the options say. */
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value, DatasetOptions options) {
        return handle.createDataset(path, type, dimensions, value, options);
    }

    /**
     * As {@link #createDataset(String, Datatype, long[], Object)}, with a committed datatype, which it uses from then on.
     *
     * @throws ContainerException if the datatype lies in another container
     */
    public Dataset createDataset(String path, CommittedDatatype type, long[] dimensions, Object value) {
        return createDataset(path, type, dimensions, value, DatasetOptions.contiguous());
    }

    /** As {@link #createDataset(String, CommittedDatatype, long[], Object)}, stored as the options say. */
    public Dataset createDataset(
            String path, CommittedDatatype type, long[] dimensions, Object value, DatasetOptions options) {
        return handle.createDataset(path, type.handle(), dimensions, value, options);
    }

    /**
     * Creates a committed datatype: an object that datasets and attributes can refer to for their type.
     *
     * @throws ObjectExistsException if the name is taken
     */
    public CommittedDatatype commitDatatype(String path, Datatype type) {
        return handle.commitDatatype(path, type);
    }

    /**
     * Creates a contiguous dataset whose space is allocated now and written later or never; until then its elements are
     * undefined. Of elements that have parts without a fixed length no space is allocated before it is written; until then
     * they have none.
     *
     * @param dimensions elements in each dimension; none for a scalar
     * @throws WrongTypeException if its size is past 2^63-1
     */
    public Dataset createDataset(String path, Datatype type, long... dimensions) {
        return handle.createDataset(path, type, dimensions);
    }

    /**
     * Gives an object one more name. It lives until its last hard link is deleted. Groups may lead to themselves in this
     * way.
     *
     * @param path the new link
     * @param existing the path of an object; soft links in it are followed
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if there is no such object, or the group that the link is to lie in does not exist
     */
    public void createHardLink(String path, String existing) {
        handle.createHardLink(path, existing);
    }

    /**
     * As {@link #createHardLink(String, String)}, for an object that is at hand.
     *
     * @throws ContainerException if it lies in another container
     */
    public void createHardLink(String path, StoredObject existing) {
        handle.createHardLink(path, existing.handle());
    }

    /**
     * Makes a soft link: a name for whatever is found at a path when the link is followed.
     *
     * @param target relative to the group that the link lies in, or absolute; nothing need be there. 1 to 65,535 bytes
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if the group that the link is to lie in does not exist
     */
    public void createSoftLink(String path, String target) {
        if (target.indexOf(0) >= 0) {
            throw new IllegalArgumentException("zero byte in the target of a soft link");
        }
        handle.createLink(path, new LinkTarget.Soft(target));
    }

    /**
     * Makes an external link: a name for an object in another file. Fallow stores and lists such links; it does not follow
     * them.
     *
     * @param file the other file, relative to this one or absolute; it need not exist
     * @param objectPath in that file; nothing need be there
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if the group that the link is to lie in does not exist
     */
    public void createExternalLink(String path, String file, String objectPath) {
        if (file.isEmpty() || objectPath.isEmpty()) {
            throw new IllegalArgumentException(Printable.message(
                    "an external link needs a file and a path, found \"%s\" and \"%s\"".formatted(file, objectPath)));
        }
        handle.createLink(path, new LinkTarget.External(file, objectPath));
    }

    /**
     * Gives a link another name in the group that it lies in. Where the group remembers the order of creation, the link is
     * now the last one.
     *
     * @param path of the link, which is not followed
     * @param newName a single name
     * @throws ObjectExistsException if the name is taken
     * @throws NoSuchObjectException if there is no such link
     */
    public void rename(String path, String newName) {
        handle.rename(path, newName);
    }

    /**
     * Moves a link to another group, or gives it another name, or both. What it leads to stays where it is.
     *
     * @param from the path of the link, which is not followed
     * @param to its new path
     * @throws ObjectExistsException if that name is taken, also by the link itself
     * @throws NoSuchObjectException if there is no such link, or the group that it is to lie in does not exist
     * @throws ContainerException if a group would come to lie below itself
     */
    public void move(String from, String to) {
        handle.move(from, to);
    }

    /**
     * Copies an object, a group with everything that its hard links lead to. What is shared inside of the tree is shared
     * inside of the copy; soft and external links are copied as they are. A committed datatype that something in the tree
     * uses is copied with it. References to objects lead to where they led before. Everything is looked at first, so that
     * nothing is changed if something cannot be copied; elements are copied in pieces of bounded size. A group may be
     * copied into itself: the copy is of what was there before.
     *
     * @param from the path of the object; soft links in it are followed
     * @param to the path of the copy
     * @throws ObjectExistsException if that name is taken
     * @throws NoSuchObjectException if there is no such object, or the group that the copy is to lie in does not exist
     * @throws UnsupportedFeatureException if something in the tree is not understood: chunked or virtual datasets, filters,
     *     elements in external files
     */
    public void copy(String from, String to) {
        copyTo(this, from, to);
    }

    /**
     * As {@link #copy}, into another group, which may lie in another container. Groups are made in the format of that
     * container; datasets keep the versions of what describes them. References to objects become null in another
     * container, as they do with the reference library by default.
     *
     * @param target the group that {@code to} starts at
     * @param from the path of the object, seen from this group
     * @param to the path of the copy, seen from the target
     */
    public void copyTo(Group target, String from, String to) {
        handle.copy(from, target.handle, to);
    }

    /**
     * Deletes a link, and the object it leads to if this was the last one; a group with everything in it that nothing
     * else leads to. The space is free at once.
     *
     * <p>Groups that lead to each other in a circle go when nothing else leads to them, which the reference library does
     * not notice. Fallow looks at up to 4,096 objects to find out; a larger circle that is cut off stays, and its space
     * is shown as untracked by {@link ContainerFile#space()}.
     *
     * @throws NoSuchObjectException if there is nothing
     * @throws UnsupportedFeatureException if something that would have to go is not understood; nothing is deleted then
     */
    public void delete(String path) {
        handle.delete(path);
    }
}
