package dev.fallow.internal;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.Identities.Identity;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.object.Change;
import dev.fallow.internal.object.CompactLinks;
import dev.fallow.internal.object.Deletion;
import dev.fallow.internal.object.Links;
import dev.fallow.internal.object.NewDataset;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectKinds;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.object.PathResolver;
import dev.fallow.internal.object.PathResolver.Place;
import java.io.IOException;
import java.util.List;

/** What a public group stands on: links, and what is made and deleted through them. */
public final class GroupHandle extends ObjectHandle {
    GroupHandle(Session session, Identity identity, String path) {
        super(session, identity, path);
    }

    private ObjectStore store() {
        return session().store();
    }

    private PathResolver resolver() throws IOException {
        header(); // a deleted group resolves nothing
        return new PathResolver(store(), session().rootAddress(), address(), path());
    }

    /** The names of the links, in order. */
    public List<String> linkNames() {
        return session().reading(() -> Links.of(store(), header(), path()).names());
    }

    /** Lists the links. */
    public List<Entry> list(boolean recursive) {
        return session().reading(() -> {
            header();
            return new Listing(store(), recursive).of(address(), path());
        });
    }

    /** Whether a path leads to an object. */
    public boolean exists(String path) {
        return session().reading(() -> resolver().find(path) != null);
    }

    /** The group or dataset at a path. */
    public StoredObject get(String path) {
        return session().reading(() -> {
            Place place = resolver().get(path);
            ObjectKind kind = ObjectKinds.of(store().header(place.address()));
            return switch (kind) {
                case GROUP -> session().group(place.address(), place.path());
                case DATASET -> session().dataset(place.address(), place.path());
                default ->
                    throw new UnsupportedFeatureException("%s: %s, object header at address %d: a %s cannot be opened"
                            .formatted(fileName(), place.path(), place.address(), kind.label()));
            };
        });
    }

    /** The group at a path. */
    public Group group(String path) {
        if (get(path) instanceof Group group) {
            return group;
        }
        throw new NoSuchObjectException(
                fileName() + ": expected a group at " + ObjectPath.resolve(path(), path) + ", found a dataset");
    }

    /** The dataset at a path. */
    public Dataset dataset(String path) {
        if (get(path) instanceof Dataset dataset) {
            return dataset;
        }
        throw new NoSuchObjectException(
                fileName() + ": expected a dataset at " + ObjectPath.resolve(path(), path) + ", found a group");
    }

    /** Creates an empty group. */
    public Group createGroup(String path) {
        return session().changing(() -> {
            NewLink link = newLink(path);
            return () -> {
                ObjectHeader created = CompactLinks.createGroup(store());
                link.add(created.address());
                return session().group(created.address(), link.path);
            };
        });
    }

    /** Creates a dataset from a value. */
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        TypedValue encoded = TypedValue.of(value, options.stringLength());
        return session().changing(() -> {
            NewLink link = newLink(path);
            NewDataset dataset = NewDataset.of(store(), encoded, options.layout(), link.path);
            return () -> {
                long address = dataset.create().address();
                link.add(address);
                return session().dataset(address, link.path);
            };
        });
    }

    /** Creates a dataset whose space is allocated and not written. */
    public Dataset createDataset(String path, Datatype type, long[] dimensions) {
        Shape.checkDimensions(dimensions, type.size());
        if (type.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException(fileName() + ": a dataset of " + type
                    + " cannot be created unwritten: its elements would be addresses");
        }
        return session().changing(() -> {
            NewLink link = newLink(path);
            NewDataset dataset = NewDataset.unwritten(store(), type, dimensions);
            return () -> {
                long address = dataset.create().address();
                link.add(address);
                return session().dataset(address, link.path);
            };
        });
    }

    /** Deletes a link and what only it leads to. */
    public void delete(String path) {
        session().change(() -> {
            List<String> names = ObjectPath.names(path);
            if (names.isEmpty()) {
                throw new ContainerException(fileName() + ": the group " + ObjectPath.resolve(path(), path)
                        + " cannot be deleted through itself");
            }
            Place parent = resolver().get(ObjectPath.parent(path));
            String name = names.get(names.size() - 1);
            Links stored = linksOf(parent);
            Link link = stored.find(name);
            if (link == null) {
                throw new NoSuchObjectException(
                        "%s: there is no %s".formatted(fileName(), ObjectPath.child(parent.path(), name)));
            }
            Change removal = stored.removal(parent.path(), name);
            Deletion deletion = new Deletion(store(), session().rootAddress());
            deletion.plan(link, ObjectPath.child(parent.path(), name));
            return () -> {
                removal.apply();
                deletion.carryOut(session()::deleted);
            };
        });
    }

    /** A name that is free, in a group that exists: the place of an object that is about to be made. */
    private final class NewLink {
        private final Links.Addition addition;
        private final String path;

        private NewLink(Links.Addition addition, String path) {
            this.addition = addition;
            this.path = path;
        }

        private void add(long address) throws IOException {
            addition.add(new LinkTarget.Hard(address));
        }
    }

    private NewLink newLink(String path) throws IOException {
        List<String> names = ObjectPath.names(path);
        if (names.isEmpty()) {
            throw new ObjectExistsException(fileName() + ": " + ObjectPath.resolve(path(), path) + " exists");
        }
        String name = names.get(names.size() - 1);
        ObjectPath.checkName(name);
        Place parent = resolver().get(ObjectPath.parent(path));
        String full = ObjectPath.child(parent.path(), name);
        Links links = linksOf(parent);
        if (links.find(name) != null) {
            throw new ObjectExistsException(fileName() + ": " + full + " exists");
        }
        return new NewLink(links.addition(parent.path(), Link.hard(name, 0)), full);
    }

    /** The links of what must be a group. */
    private Links linksOf(Place place) throws IOException {
        ObjectHeader header = store().header(place.address());
        ObjectKind kind = ObjectKinds.of(header);
        if (kind != ObjectKind.GROUP) {
            throw new NoSuchObjectException(
                    "%s: expected a group at %s, found a %s".formatted(fileName(), place.path(), kind.label()));
        }
        return Links.of(store(), header, place.path());
    }
}
