package dev.fallow;

import dev.fallow.type.Datatype;
import dev.fallow.type.ElementType;
import java.util.List;

/**
 * A group: a set of named links to objects. Paths are relative to the group, or absolute if they start with a slash;
 * every name but the last must refer to a group. The name of a new link has 1 to 65,000 bytes of UTF-8, and neither a zero
 * character nor a lone surrogate, and is not {@code ..}; another one is an {@code IllegalArgumentException}. The name {@code .} is the group
 * itself: {@code a/./b} is {@code a/b}. There is no name for the parent of a group.
 *
 * <p>Paths to objects that are read may lead through external links, into other files; see {@link #createExternalLink}. Everything
 * else refuses such a path with an {@link UnsupportedFeatureException} that names the link and the other file: nothing in that file is
 * changed, linked or copied from here. Open it to do so. What {@link #get} and its like return can be copied from:
 * {@code group("link").copyTo(root, "from", "to")}.
 *
 * <pre>{@code
 * Group run = file.root().createGroup("run1");
 * Dataset log = run.createDataset("log", new int[] {1, 2, 3});
 * run.createSoftLink("latest", "log");
 * List<String> names = run.names();
 * run.delete("log");
 * }</pre>
 */
public non-sealed interface Group extends StoredObject {
    /** The link names, in name order. */
    List<String> names();

    /** The links, in name order. */
    default List<Link> links() {
        return links(LinkOrder.NAME);
    }

    /**
     * The links in this order.
     *
     * @throws ContainerException if creation order is requested and the group does not track it
     */
    List<Link> links(LinkOrder order);

    /**
     * The links in name order, one at a time, in bounded memory: 48 MiB. A group with more links than these take is read in several passes.
     * It must not be changed meanwhile.
     */
    Iterable<Link> walkLinks();

    /**
     * The link at a path. The last name is not followed.
     *
     * @throws NoSuchObjectException if there is no link at the path
     */
    Link link(String path);

    /** The options that this group was created with. An old-style group has the default options. */
    GroupOptions options();

    /** The entries of this group, in name order. */
    List<Entry> list();

    /** The entries of this group and of all groups below it, in the order of {@link #walk}. Each group is entered once. */
    List<Entry> listRecursively();

    /**
     * The entries of this group and of the groups below it, in name order, those of a group after it. Each group is entered once. An entry
     * is found when it is asked for, and a walk that is not finished holds nothing that must be closed; the container must not be changed
     * meanwhile. Memory is bounded: at most 20 bytes for each group, and 48 MiB for each very large group that is open. A group with more
     * links than these take is read in several passes.
     *
     * <p>Walking throws a {@link CorruptFileException} if this group cannot be read, or several groups have the same links; of other groups
     * that cannot be read, the entry says why.
     *
     * @param levels of groups: 1 for the entries of this group alone
     * @throws IllegalArgumentException if it is less than 1
     */
    Iterable<Entry> walk(int levels);

    /** Whether the path resolves to an object or link. */
    boolean exists(String path);

    /**
     * The object at a path.
     *
     * @throws NoSuchObjectException if nothing is at the path
     * @throws UnsupportedFeatureException if the object is of unknown kind, or in another file that may not be opened
     */
    StoredObject get(String path);

    /**
     * The group at a path; this group for an empty path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    Group group(String path);

    /**
     * The dataset at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    Dataset dataset(String path);

    /**
     * The committed datatype at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    CommittedDatatype datatype(String path);

    /**
     * Creates an empty group. It tracks creation order if its parent does.
     *
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group does not exist
     */
    default Group createGroup(String path) {
        return createGroup(path, GroupOptions.defaults());
    }

    /**
     * Creates a group and the groups on the way to it that do not exist. After a failure some of them may exist. A path through an
     * external link is refused, as for {@link #createGroup(String)}.
     *
     * @return the group at the path, which may have existed
     * @throws NoSuchObjectException if an object of another kind is at the path or on the way to it
     */
    Group createGroups(String path);

    /** As {@link #createGroup(String)}, with options. */
    Group createGroup(String path, GroupOptions options);

    /**
     * Creates a contiguous dataset from a value, which determines shape, datatype and elements.
     *
     * @param value a number, a boolean, a {@code String}, an enum constant, a record or a reference; or an n-dimensional rectangular
     *     array, list or buffer of these, or {@link Empty}. Strings have variable length unless the options say otherwise
     * @throws ObjectExistsException if the name is in use
     * @throws WrongTypeException if the value cannot be stored
     */
    default Dataset createDataset(String path, Object value) {
        return createDataset(path, value, DatasetOptions.defaults());
    }

    /** As {@link #createDataset(String, Object)}, with options: also of another datatype, {@link DatasetOptions#withType}. */
    Dataset createDataset(String path, Object value, DatasetOptions options);

    /**
     * Creates a dataset of any type from elements whose shape is not that of the value: a flat array, or raw elements. Otherwise
     * {@link DatasetOptions#withType} does it without dimensions.
     *
     * @param type the type of the elements; see {@link dev.fallow.Types}. The dataset refers to a committed one
     * @param dimensions the number of elements in each dimension; empty for a scalar
     * @param value a single element for a scalar, an n-dimensional array of elements otherwise; or {@link dev.fallow.RawElements}
     * @throws ObjectExistsException if the name is in use
     * @throws WrongTypeException if the value has another shape, or an element does not fit the datatype
     * @throws ContainerException if the committed datatype is in another container
     */
    Dataset createDataset(String path, ElementType type, long[] dimensions, Object value, DatasetOptions options);

    /**
     * Creates a committed datatype, which datasets and attributes can refer to.
     *
     * @throws ObjectExistsException if the name is in use
     */
    CommittedDatatype commitDatatype(String path, Datatype type);

    /**
     * Creates a contiguous dataset without writing it: its elements are zeros. Its space is allocated when it is first written, as in
     * libhdf5.
     *
     * @param dimensions the number of elements in each dimension; empty for a scalar
     * @throws WrongTypeException if the size exceeds 2^63-1 bytes
     */
    Dataset createDataset(String path, Datatype type, long... dimensions);

    /**
     * Creates a dataset without writing it: its elements are the fill value. Space is allocated when elements are written. With {@link
     * DatasetOptions#withFillNever} and contiguous layout it is allocated now, and the elements are undefined until written.
     *
     * @param dimensions the number of elements in each dimension; empty for a scalar
     * @throws WrongTypeException if the size exceeds 2^63-1 bytes, or the dimensions do not fit the chunks
     * @throws UnsupportedFeatureException if a filter is not available
     */
    Dataset createDataset(String path, Datatype type, long[] dimensions, DatasetOptions options);

    /**
     * Creates a virtual dataset, whose elements are in other datasets. The sources need not exist; elements without one read
     * as the fill value, and {@link Dataset#virtualSources} tells of which that is so. See {@link dev.fallow.SessionOptions#externalFiles} for where
     * sources may be. A source that is open for editing in this virtual machine is read as {@link ContainerFile#snapshot} shows it, unless it is in this
     * container.
     * Where a source has another datatype, numbers are converted, if the virtual dataset's represents them exactly or {@link Conversion#ROUNDING} is asked
     * for.
     *
     * @param dimensions the number of elements in each dimension; where mappings are unlimited, it follows the sources
     * @param mappings which elements are where
     * @throws ObjectExistsException if the name is in use
     * @throws WrongTypeException if a mapping is contradictory, or not inside the dataset; or if a source that is there has another number of dimensions,
     *     another number of elements than the mapping of a whole one, or can never have those that are mapped. Reading says it of a source that comes later
     */
    default Dataset createVirtualDataset(String path, Datatype type, long[] dimensions, List<VirtualMapping> mappings) {
        return createVirtualDataset(path, type, dimensions, mappings, DatasetOptions.defaults());
    }

    /**
     * As {@link #createVirtualDataset(String, Datatype, long[], List)}, with more options.
     *
     * @param options fill value, attributes and maximum dimensions; the layout and what belongs to it do not apply. A dimension in which a
     *     mapping is unlimited must have an unlimited maximum, too, for libhdf5
     */
    Dataset createVirtualDataset(
            String path, Datatype type, long[] dimensions, List<VirtualMapping> mappings, DatasetOptions options);

    /**
     * Adds a hard link to an existing object. The object exists until its last hard link is deleted. Groups may contain
     * themselves through hard links.
     *
     * @param path the new link
     * @param existing the path of an object; soft links on it are followed
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the object or the parent group of the link does not exist
     */
    void createHardLink(String path, String existing);

    /**
     * As {@link #createHardLink(String, String)}, for an object already obtained.
     *
     * @throws ContainerException if the object is in another container
     */
    void createHardLink(String path, StoredObject existing);

    /**
     * Creates a soft link: a path that is resolved whenever the link is followed.
     *
     * @param target relative to the link's group, or absolute; need not exist. 1 to 65,535 bytes
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group of the link does not exist
     */
    void createSoftLink(String path, String target);

    /**
     * Creates an external link: a name for an object in another file. {@link #get}, {@link #dataset}, {@link #group} and {@link
     * #exists} follow it if the file is in the folder of the container or in one of {@link
     * dev.fallow.SessionOptions#externalFolders}, and is not open for editing in this virtual machine. The file is opened read-only and
     * closed with this container; objects in it cannot be changed, and their paths are those in that file. Every other path through
     * the link, to what would be created, deleted, moved, copied or linked, is refused with an {@link UnsupportedFeatureException}.
     *
     * @param file the other file, relative to this one or absolute; need not exist
     * @param objectPath a path in that file; need not exist
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent group of the link does not exist
     */
    void createExternalLink(String path, String file, String objectPath);

    /**
     * Renames a link within its group. If the group tracks creation order, the link becomes the last one.
     *
     * @param path the path of the link, which is not followed
     * @param newName a single name
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if there is no link at the path
     */
    void rename(String path, String newName);

    /**
     * Moves a link to another group, renames it, or both. The object itself is not moved.
     *
     * @param from the path of the link, which is not followed
     * @param to its new path
     * @throws ObjectExistsException if the new path is in use, even by the link itself
     * @throws NoSuchObjectException if the link or the new parent group does not exist
     * @throws ContainerException if a group would become its own descendant
     */
    void move(String from, String to);

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
     * @throws UnsupportedFeatureException if something in the tree cannot be copied, such as a message of an unknown version
     */
    default void copy(String from, String to) {
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
    void copyTo(Group target, String from, String to);

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
    void delete(String path);
}
