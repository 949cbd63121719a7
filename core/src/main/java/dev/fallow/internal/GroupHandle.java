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
import dev.fallow.format.Printable;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.Lookup.FreeName;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.link.NewGroups;
import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.link.SortedLinks;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.GroupOptions;
import dev.fallow.options.LinkOrder;
import dev.fallow.selection.VirtualMapping;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** A group of an open container. */
final class GroupHandle extends ObjectHandle implements Group {
    GroupHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    @Override
    ObjectKind kind() {
        return ObjectKind.GROUP;
    }

    private ObjectStore store() {
        return session().store();
    }

    Lookup lookup() throws IOException {
        header(); // a deleted group resolves nothing
        return new Lookup(store(), session().rootAddress(), new Place(address(), path()));
    }

    @Override
    public GroupOptions options() {
        return session().reading(() -> Groups.options(store(), header()));
    }

    @Override
    public List<String> names() {
        return session().reading(() -> Links.of(store(), header(), path()).names());
    }

    @Override
    public List<Link> links(LinkOrder order) {
        return session().reading(() -> {
            List<Link> links = new ArrayList<>();
            for (LinkMessage link : Links.of(store(), header(), path()).all()) {
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

    @Override
    public Iterator<Link> linkIterator() {
        SortedLinks links = session()
                .reading(() -> new SortedLinks(
                        store().sizes(),
                        () -> Links.of(store(), header(), path()),
                        () -> store().cache().trim()));
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return session().reading(links::hasNext);
            }

            @Override
            public Link next() {
                return session().reading(() -> PublicLinks.of(links.next()));
            }
        };
    }

    @Override
    public Link link(String path) {
        return session().reading(() -> PublicLinks.of(lookup().link(path).link()));
    }

    @Override
    public void forEachEntry(int levels, Entry.Visitor visitor) {
        if (levels < 1) {
            throw new IllegalArgumentException("levels: expected at least 1, found " + levels);
        }
        Objects.requireNonNull(visitor, "visitor");
        session().reading(() -> {
            header();
            new Listing(session(), levels, visitor).list(address(), path());
            return null;
        });
    }

    @Override
    public boolean exists(String path) {
        return session().reading(() -> lookup().find(path) != null);
    }

    @Override
    public StoredObject get(String path) {
        return session().reading(() -> {
            Place place = lookup().get(path);
            return session().objects().object(place.address(), place.path());
        });
    }

    @Override
    public Group group(String path) {
        return get(path, Group.class, ObjectKind.GROUP);
    }

    @Override
    public Dataset dataset(String path) {
        return get(path, Dataset.class, ObjectKind.DATASET);
    }

    @Override
    public CommittedDatatype datatype(String path) {
        return get(path, CommittedDatatype.class, ObjectKind.DATATYPE);
    }

    private <T extends StoredObject> T get(String path, Class<T> type, ObjectKind expected) {
        StoredObject found = get(path);
        if (type.isInstance(found)) {
            return type.cast(found);
        }
        throw new NoSuchObjectException("%s: expected a %s at %s, found a %s"
                .formatted(
                        fileName(),
                        expected.label(),
                        ObjectPath.resolve(path(), path),
                        ((ObjectHandle) found).kind().label()));
    }

    @Override
    public Group createGroup(String path, GroupOptions options) {
        return session().changing(() -> {
            FreeName name = lookup().free(path).prepareHardLink();
            GroupOptions own = Groups.resolved(options, store(), name.parentHeader());
            return () -> {
                ObjectHeader created = NewGroups.create(store(), own, 0);
                name.add(created.address());
                return session().objects().group(created.address(), name.path());
            };
        });
    }

    private DatasetEdits datasets() {
        return new DatasetEdits(session(), this);
    }

    @Override
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        return datasets().create(path, value, options);
    }

    @Override
    public Dataset createDataset(String path, Datatype type, long[] dimensions, Object value, DatasetOptions options) {
        return datasets().create(path, type, dimensions, value, options);
    }

    @Override
    public Dataset createDataset(
            String path, CommittedDatatype type, long[] dimensions, Object value, DatasetOptions options) {
        return datasets().create(path, type, dimensions, value, options);
    }

    @Override
    public Dataset createDataset(String path, Datatype type, long... dimensions) {
        return datasets().createUnwritten(path, type, dimensions, DatasetOptions.contiguous());
    }

    @Override
    public Dataset createDataset(String path, Datatype type, long[] dimensions, DatasetOptions options) {
        if (options == null) { // meant as the value of a null dataspace
            return createDataset(path, type, dimensions, (Object) null);
        }
        return datasets().createUnwritten(path, type, dimensions, options);
    }

    @Override
    public Dataset createVirtualDataset(
            String path,
            Datatype type,
            long[] dimensions,
            long[] maxDimensions,
            List<VirtualMapping> mappings,
            DatasetOptions options) {
        return datasets().createVirtual(path, type, dimensions, maxDimensions, mappings, options);
    }

    @Override
    public CommittedDatatype commitDatatype(String path, Datatype type) {
        return datasets().commit(path, type);
    }

    private LinkEdits linkEdits() {
        return new LinkEdits(session(), this);
    }

    @Override
    public void createHardLink(String path, String existing) {
        linkEdits().createHardLink(path, existing);
    }

    @Override
    public void createHardLink(String path, StoredObject existing) {
        linkEdits().createHardLink(path, ObjectHandle.of(existing));
    }

    @Override
    public void createSoftLink(String path, String target) {
        if (target.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the target of a soft link contains a zero byte");
        }
        ObjectPath.requireText("the target of a soft link", target);
        linkEdits().createLink(path, new LinkTarget.Soft(target));
    }

    @Override
    public void createExternalLink(String path, String file, String objectPath) {
        if (file.isEmpty() || objectPath.isEmpty()) {
            throw new IllegalArgumentException(Printable.message(
                    "an external link needs a file and a path, found \"%s\" and \"%s\"".formatted(file, objectPath)));
        }
        ObjectPath.requireText("the file of an external link", file);
        ObjectPath.requireText("the path of an external link", objectPath);
        linkEdits().createLink(path, new LinkTarget.External(file, objectPath));
    }

    @Override
    public void rename(String path, String newName) {
        linkEdits().rename(path, newName);
    }

    @Override
    public void move(String from, String to) {
        linkEdits().move(from, to);
    }

    @Override
    public void copyTo(Group target, String from, String to) {
        new CopyEdits(this, (GroupHandle) target).copy(from, to);
    }

    @Override
    public void delete(String path) {
        linkEdits().delete(path);
    }
}
