package dev.fallow.internal;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.Identities.Identity;
import dev.fallow.internal.Lookup.FreeName;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.object.Groups;
import dev.fallow.internal.object.Links;
import dev.fallow.internal.object.NewDataset;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectKinds;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.object.PathResolver.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a public group stands on: links, and what is made and deleted through them. */
public final class GroupHandle extends ObjectHandle {
    GroupHandle(Session session, Identity identity, String path) {
        super(session, identity, path);
    }

    private ObjectStore store() {
        return session().store();
    }

    Lookup lookup() throws IOException {
        header(); // a deleted group resolves nothing
        return new Lookup(store(), session().rootAddress(), new Place(address(), path()));
    }

    /** How the group was created. */
    public GroupOptions options() {
        return session().reading(() -> Groups.options(store(), header()));
    }

    /** The names of the links, in order. */
    public List<String> linkNames() {
        return session().reading(() -> Links.of(store(), header(), path()).names());
    }

    /** The links, in order. */
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
                            "%s: the group %s does not remember the order of creation".formatted(fileName(), path()));
                }
                links.sort(Comparator.comparingLong(Link::creationOrder));
            }
            return List.copyOf(links);
        });
    }

    /** The link at a path, which is not followed. */
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

    /** Whether a path leads to an object. */
    public boolean exists(String path) {
        return session().reading(() -> lookup().find(path) != null);
    }

    /** The group or dataset at a path. */
    public StoredObject get(String path) {
        return session().reading(() -> {
            Place place = lookup().get(path);
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

    /** Creates a dataset from a value. */
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        TypedValue encoded = TypedValue.of(value, options.stringLength());
        return session().changing(() -> {
            FreeName name = lookup().free(path).prepareHardLink();
            NewDataset dataset = NewDataset.of(store(), encoded, options.layout(), name.path());
            return () -> {
                long address = dataset.create(options.attributes()).address();
                name.add(address);
                return session().dataset(address, name.path());
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
            FreeName name = lookup().free(path).prepareHardLink();
            NewDataset dataset = NewDataset.unwritten(store(), type, dimensions);
            return () -> {
                long address = dataset.create(AttributeOptions.defaults()).address();
                name.add(address);
                return session().dataset(address, name.path());
            };
        });
    }

    private LinkEdits links() {
        return new LinkEdits(session(), this);
    }

    /** Gives an object one more name. */
    public void createHardLink(String path, String existing) {
        links().createHardLink(path, existing);
    }

    /** Gives an object one more name. */
    public void createHardLink(String path, ObjectHandle existing) {
        links().createHardLink(path, existing);
    }

    /** Makes a link that is no hard one. */
    public void createLink(String path, LinkTarget target) {
        links().createLink(path, target);
    }

    /** Gives a link another name in the same group. */
    public void rename(String path, String newName) {
        links().rename(path, newName);
    }

    /** Gives a link another name, and another group. */
    public void move(String from, String to) {
        links().move(from, to);
    }

    /** Copies an object to another group. */
    public void copy(String from, GroupHandle target, String to) {
        new CopyEdits(this, target).copy(from, to);
    }

    /** Deletes a link and what only it leads to. */
    public void delete(String path) {
        links().delete(path);
    }
}
