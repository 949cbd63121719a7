package dev.fallow.internal;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.Lookup.FreeName;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.GroupOptions;
import dev.fallow.options.LinkOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The implementation of a public group: its links, and the creation and deletion of objects through them. */
public final class GroupHandle extends ObjectHandle {
    GroupHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    private ObjectStore store() {
        return session().store();
    }

    Lookup lookup() throws IOException {
        header(); // a deleted group resolves nothing
        return new Lookup(store(), session().rootAddress(), new Place(address(), path()));
    }

    /** The options that the group was created with. */
    public GroupOptions options() {
        return session().reading(() -> Groups.options(store(), header()));
    }

    /** The link names, in name order. */
    public List<String> linkNames() {
        return session().reading(() -> Links.of(store(), header(), path()).names());
    }

    /** The links, in this order. */
    public List<Link> links(LinkOrder order) {
        return session().reading(() -> {
            List<Link> links = new ArrayList<>();
            for (dev.fallow.format.message.Link link :
                    Links.of(store(), header(), path()).all()) {
                links.add(PublicLinks.of(link));
            }
            if (order == LinkOrder.CREATION) {
                if (!Groups.options(store(), header()).creationOrder().tracked()) {
                    throw new ContainerException(
                            "%s: the group %s does not track creation order".formatted(fileName(), path()));
                }
                links.sort(Comparator.comparingLong(Link::creationOrder));
            }
            return List.copyOf(links);
        });
    }

    /** The link at a path. The last name is not followed. */
    public Link link(String path) {
        return session().reading(() -> PublicLinks.of(lookup().link(path).link()));
    }

    /** Lists the links. */
    public List<Entry> list(boolean recursive) {
        return session().reading(() -> {
            header();
            return new Listing(store(), recursive).of(address(), path());
        });
    }

    /** Whether the path resolves to an object. */
    public boolean exists(String path) {
        return session().reading(() -> lookup().find(path) != null);
    }

    /** The object at a path. */
    public StoredObject get(String path) {
        return session().reading(() -> {
            Place place = lookup().get(path);
            return session().object(place.address(), place.path());
        });
    }

    /** The group at a path. */
    public Group group(String path) {
        return get(path, Group.class, ObjectKind.GROUP);
    }

    /** The dataset at a path. */
    public Dataset dataset(String path) {
        return get(path, Dataset.class, ObjectKind.DATASET);
    }

    /** The committed datatype at a path. */
    public CommittedDatatype datatype(String path) {
        return get(path, CommittedDatatype.class, ObjectKind.DATATYPE);
    }

    private <T extends StoredObject> T get(String path, Class<T> type, ObjectKind expected) {
        StoredObject found = get(path);
        if (type.isInstance(found)) {
            return type.cast(found);
        }
        ObjectKind kind = found instanceof Group
                ? ObjectKind.GROUP
                : found instanceof Dataset ? ObjectKind.DATASET : ObjectKind.DATATYPE;
        throw new NoSuchObjectException("%s: expected a %s at %s, found a %s"
                .formatted(fileName(), expected.label(), ObjectPath.resolve(path(), path), kind.label()));
    }

    /** Creates an empty group. */
    public Group createGroup(String path, GroupOptions options) {
        return session().changing(() -> {
            FreeName name = lookup().free(path).prepareHardLink();
            return () -> {
                ObjectHeader created = Groups.create(store(), options, 0);
                name.add(created.address());
                return session().group(created.address(), name.path());
            };
        });
    }

    private DatasetEdits datasets() {
        return new DatasetEdits(session(), this);
    }

    /** Creates a dataset from a value. */
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        return datasets().create(path, value, options);
    }

    /** Creates a dataset of a given datatype; null dimensions stand for a null dataspace. */
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value, DatasetOptions options) {
        return datasets().create(path, type, dimensions, value, options);
    }

    /** Creates a dataset of a committed datatype. */
    public Dataset createDataset(
            String path, ObjectHandle type, long[] dimensions, Object value, DatasetOptions options) {
        return datasets().create(path, type, dimensions, value, options);
    }

    /** Creates a dataset without writing it. */
    public Dataset createDataset(String path, Datatype type, long[] dimensions) {
        return datasets().createUnwritten(path, type, dimensions);
    }

    /** Creates a committed datatype. */
    public CommittedDatatype commitDatatype(String path, Datatype type) {
        return datasets().commit(path, type);
    }

    private LinkEdits links() {
        return new LinkEdits(session(), this);
    }

    /** Adds a hard link to the object at a path. */
    public void createHardLink(String path, String existing) {
        links().createHardLink(path, existing);
    }

    /** Adds a hard link to an object. */
    public void createHardLink(String path, ObjectHandle existing) {
        links().createHardLink(path, existing);
    }

    /** Creates a soft or external link. */
    public void createLink(String path, LinkTarget target) {
        links().createLink(path, target);
    }

    /** Renames a link within the group. */
    public void rename(String path, String newName) {
        links().rename(path, newName);
    }

    /** Moves a link to another group, renames it, or both. */
    public void move(String from, String to) {
        links().move(from, to);
    }

    /** Copies an object to another group. */
    public void copy(String from, GroupHandle target, String to) {
        new CopyEdits(this, target).copy(from, to);
    }

    /** Deletes a link, and the objects that become unreachable. */
    public void delete(String path) {
        links().delete(path);
    }
}
