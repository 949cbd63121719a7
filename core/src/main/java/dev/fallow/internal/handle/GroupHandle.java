package dev.fallow.internal.handle;

import dev.fallow.AttributeOptions;
import dev.fallow.CommittedDatatype;
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
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.VirtualMapping;
import dev.fallow.format.Printable;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.TypedValue.StringForm;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.creation.NewDataset;
import dev.fallow.internal.handle.Lookup.Existing;
import dev.fallow.internal.handle.Lookup.FreeName;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.ExternalLinkFound;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.link.SortedLinks;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SessionOperation;
import dev.fallow.internal.tree.Deletion;
import dev.fallow.internal.tree.TreeCopy;
import dev.fallow.type.Datatype;
import dev.fallow.type.ElementType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;

/** A group of an open container. */
public final class GroupHandle extends ObjectHandle implements Group {
    private GroupHandle(Session session, long address, String path) {
        super(session, address, path);
    }

    /** The root group of a session's container. */
    public static Group root(Session session) {
        session.checkOpen();
        return new GroupHandle(session, session.rootAddress(), "/");
    }

    /**
     * Resolves a reference.
     *
     * @throws NoSuchObjectException if there is no object at its address
     * @throws UnsupportedFeatureException if the object is in another file, or of unknown kind
     */
    public static StoredObject object(Session session, Reference reference) {
        Objects.requireNonNull(reference, () -> session.name() + ": a null reference refers to nothing");
        if (reference.file().isPresent()) {
            throw new UnsupportedFeatureException(
                    "%s: a reference to address %d of another file, %s, cannot be resolved"
                            .formatted(
                                    session.name(),
                                    reference.address(),
                                    reference.file().get()));
        }
        return session.reading(() -> {
            session.store().referred(reference.address());
            return object(session, reference.address(), "(object at address " + reference.address() + ")");
        });
    }

    private static StoredObject object(Session session, long address, String path) throws IOException {
        return switch (session.store().header(address).kind()) {
            case GROUP -> new GroupHandle(session, address, path);
            case DATASET -> new DatasetHandle(session, address, path);
            case DATATYPE -> new DatatypeHandle(session, address, path);
            default ->
                throw new UnsupportedFeatureException(
                        "%s: %s, object header at address %d: an object of unknown kind cannot be opened"
                                .formatted(session.name(), path, address));
        };
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
        return new Lookup(store(), session().rootAddress(), new Place(here(), shownPath()));
    }

    @Override
    public GroupOptions options() {
        return session().reading(() -> Groups.options(header()));
    }

    @Override
    public List<String> names() {
        return session().reading(() -> Links.of(store(), header(), shownPath()).names());
    }

    @Override
    public List<Link> links(LinkOrder order) {
        return session().reading(() -> {
            session().learnt();
            List<LinkMessage> links =
                    new ArrayList<>(Links.of(store(), header(), shownPath()).all());
            if (order == LinkOrder.CREATION) {
                if (!Groups.options(header()).creationOrder().tracked()) {
                    throw new ContainerException(
                            "%s: the group %s does not track creation order".formatted(fileName(), shownPath()));
                }
                links.sort(Comparator.comparingLong(LinkMessage::creationOrder));
            }
            return links.stream().map(GroupHandle::link).toList();
        });
    }

    @Override
    public Iterable<Link> walkLinks() {
        return this::linkIterator;
    }

    private Iterator<Link> linkIterator() {
        SortedLinks links = session()
                .reading(() -> new SortedLinks(
                        store().sizes(),
                        () -> Links.of(store(), header(), shownPath()),
                        () -> store().cache().trim()));
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return session().reading(links::hasNext);
            }

            @Override
            public Link next() {
                return session().reading(() -> {
                    session().learnt(); // those that are still to come are in memory
                    return link(links.next());
                });
            }
        };
    }

    @Override
    public Link link(String path) {
        return session().reading(() -> {
            session().learnt();
            return link(lookup().link(path).link());
        });
    }

    @Override
    public List<Entry> list() {
        return list(1);
    }

    @Override
    public List<Entry> listRecursively() {
        return list(Integer.MAX_VALUE);
    }

    private List<Entry> list(int levels) {
        return session().reading(() -> {
            List<Entry> entries = new ArrayList<>();
            Listing listing = listing(levels);
            for (Entry entry = listing.next(); entry != null; entry = listing.next()) {
                entries.add(entry);
            }
            return entries;
        });
    }

    @Override
    public Iterable<Entry> walk(int levels) {
        if (levels < 1) {
            throw new IllegalArgumentException("levels: expected at least 1, found " + levels);
        }
        return () -> entryIterator(levels);
    }

    private Iterator<Entry> entryIterator(int levels) {
        Listing listing = session().reading(() -> listing(levels));
        return new Iterator<>() {
            private Entry next;
            private boolean ended;

            @Override
            public boolean hasNext() {
                if (next == null && !ended) {
                    next = session().reading(listing::next);
                    ended = next == null;
                }
                return !ended;
            }

            @Override
            public Entry next() {
                if (!hasNext()) {
                    throw new NoSuchElementException(fileName() + ": no entry is left");
                }
                Entry found = next;
                next = null;
                return found;
            }
        };
    }

    private Listing listing(int levels) throws IOException {
        header();
        return new Listing(session(), here(), shownPath(), levels);
    }

    @Override
    public boolean exists(String path) {
        try {
            return session().reading(() -> lookup().find(path) != null);
        } catch (ExternalLinkFound link) {
            return new ExternalPath(session(), link).exists();
        }
    }

    @Override
    public StoredObject get(String path) {
        try {
            return here(path);
        } catch (ExternalLinkFound link) {
            return new ExternalPath(session(), link).get();
        }
    }

    /** The object at a path in this container. */
    StoredObject here(String path) {
        return session().reading(() -> {
            Place place = lookup().follow(path);
            return object(session(), place.address(), place.path());
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
                        ObjectPath.resolve(shownPath(), path),
                        ((ObjectHandle) found).kind().label()));
    }

    @Override
    public Group createGroups(String path) {
        Group at = path.startsWith("/") ? root(session()) : this;
        for (String name : ObjectPath.names(path)) {
            at = ((GroupHandle) at).isHere(name) ? at.group(name) : at.createGroup(name);
        }
        return at;
    }

    /** Whether an object of this container is at a path, which no external link may be on. */
    boolean isHere(String path) {
        return session().reading(() -> lookup().isHere(path));
    }

    @Override
    public Group createGroup(String path, GroupOptions options) {
        return options.createParents()
                ? new Parents(this, path).with(() -> createHere(path, options))
                : createHere(path, options);
    }

    private Group createHere(String path, GroupOptions options) {
        return session().changing(() -> {
            FreeName name = lookup().free(path).prepareHardLink();
            GroupOptions own = Groups.resolved(options, name.parentHeader());
            return () -> {
                ObjectHeader created = store().newHeaders().createGroup(own, 0);
                name.add(created.address());
                return new GroupHandle(session(), created.address(), name.path());
            };
        });
    }

    /** Makes a dataset that is to get a name. */
    @FunctionalInterface
    private interface Plan {
        NewDataset of(FreeName name) throws IOException;
    }

    @Override
    public Dataset createDataset(String path, Object value, DatasetOptions options) {
        if (options.type().isPresent()) {
            ElementType type = options.type().get();
            requireNoStringLength(path, type, options);
            long committed = committed(type);
            long[] dimensions = shape(type.datatype(), value, path);
            return create(
                    path, typed(type.datatype(), dimensions, value, options.conversion(), path), committed, options);
        }
        boolean variable = options.stringLength() == DatasetOptions.VARIABLE_LENGTH;
        StringForm strings = new StringForm(variable, variable ? 0 : options.stringLength());
        return create(path, TypedValue.of(value, strings, context(path)), CommittedDatatypes.NONE, options);
    }

    @Override
    public Dataset createDataset(
            String path, ElementType type, long[] dimensions, Object value, DatasetOptions options) {
        requireNoForm(path, type, options);
        long committed = committed(type);
        return create(path, typed(type.datatype(), dimensions, value, options.conversion(), path), committed, options);
    }

    private Dataset create(String path, TypedValue value, long committed, DatasetOptions options) {
        return create(path, options, committed, name -> NewDataset.of(store(), value, committed, options, name.path()));
    }

    @Override
    public Dataset createDataset(String path, Datatype type, long... dimensions) {
        return createDataset(path, type, dimensions, DatasetOptions.defaults());
    }

    @Override
    public Dataset createDataset(String path, Datatype type, long[] dimensions, DatasetOptions options) {
        requireNoForm(path, type, options);
        Datatype inFile = inFile(type, dimensions);
        return create(
                path,
                options,
                CommittedDatatypes.NONE,
                name -> NewDataset.unwritten(store(), inFile, dimensions, options, name.path()));
    }

    @Override
    public Dataset createVirtualDataset(
            String path, Datatype type, long[] dimensions, List<VirtualMapping> mappings, DatasetOptions options) {
        requireNoForm(path, type, options);
        Datatype inFile = inFile(type, dimensions);
        List<VirtualMapping> copy = List.copyOf(mappings);
        return create(
                path,
                options,
                CommittedDatatypes.NONE,
                name -> NewDataset.virtual(store(), inFile, dimensions.clone(), copy, options, name.path()));
    }

    /** A type in the options beside a datatype would be ignored, or contradict it; a length of strings, too. */
    private void requireNoForm(String path, ElementType type, DatasetOptions options) {
        if (options.type().isPresent()) {
            throw new IllegalArgumentException("%s: the datatype is given twice: %s, and %s in the options"
                    .formatted(
                            context(path).where(),
                            type.datatype(),
                            options.type().get().datatype()));
        }
        requireNoStringLength(path, type, options);
    }

    /** A length of strings beside a datatype would be ignored, or contradict it. */
    private void requireNoStringLength(String path, ElementType type, DatasetOptions options) {
        if (options.stringLength() != DatasetOptions.VARIABLE_LENGTH) {
            throw new IllegalArgumentException(
                    "%s: stringLength %d is for values without a datatype, but the datatype is given: %s; Types.string(n) has a length"
                            .formatted(context(path).where(), options.stringLength(), type.datatype()));
        }
    }

    private Datatype inFile(Datatype type, long[] dimensions) {
        Datatype inFile = DatatypeForms.in(store().sizes(), type);
        Shape.checkDimensions(dimensions, inFile.size());
        return inFile;
    }

    private Dataset create(String path, DatasetOptions options, long committed, Plan plan) {
        return options.createParents()
                ? new Parents(this, path).with(() -> createHere(path, options, committed, plan))
                : createHere(path, options, committed, plan);
    }

    private Dataset createHere(String path, DatasetOptions options, long committed, Plan plan) {
        return session().changing(() -> {
            FreeName name = lookup().free(path).prepareHardLink();
            NewDataset dataset = plan.of(name);
            Change use = CommittedDatatypes.oneUserMore(store(), committed);
            AttributeOptions attributes = Groups.resolved(options.attributes(), name.parentHeader());
            return () -> {
                long address = dataset.create(attributes).address();
                use.apply();
                name.add(address);
                return new DatasetHandle(session(), address, name.path());
            };
        });
    }

    @Override
    public CommittedDatatype commitDatatype(String path, Datatype type) {
        Datatype inFile = DatatypeForms.in(store().sizes(), type);
        return session().changing(() -> {
            CommittedDatatypes.requireMessage(store(), inFile);
            FreeName name = lookup().free(path).prepareHardLink();
            AttributeOptions attributes = Groups.resolved(AttributeOptions.defaults(), name.parentHeader());
            return () -> {
                ObjectHeader created = CommittedDatatypes.create(store(), inFile, attributes);
                name.add(created.address());
                return new DatatypeHandle(session(), created.address(), name.path());
            };
        });
    }

    @Override
    public void createHardLink(String path, String existing) {
        session().change(() -> {
            Lookup lookup = lookup();
            return hardLink(lookup, path, lookup.get(existing));
        });
    }

    @Override
    public void createHardLink(String path, StoredObject object) {
        ObjectHandle existing = ObjectHandle.of(object);
        if (existing.session() != session()) {
            throw new ContainerException("%s: a hard link cannot refer to an object in another container, %s of %s"
                    .formatted(session().name(), existing.shownPath(), existing.fileName()));
        }
        session().change(() -> {
            existing.header();
            return hardLink(lookup(), path, new Place(existing.here(), existing.shownPath()));
        });
    }

    private Change hardLink(Lookup lookup, String path, Place object) throws IOException {
        FreeName name = lookup.free(path).prepareHardLink();
        ObjectHeader header = store().header(object.address());
        long count = header.linkCount();
        if (count >= ObjectHeader.MOST_LINKS) {
            throw new ContainerException(
                    "%s: %s has %d hard links, the maximum".formatted(session().name(), object.path(), count));
        }
        header.checkCanGrow();
        return () -> {
            name.add(object.address());
            store().header(object.address()).setLinkCount(count + 1);
        };
    }

    @Override
    public void createSoftLink(String path, String target) {
        if (target.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the target of a soft link contains a zero byte");
        }
        ObjectPath.requireText("the target of a soft link", target);
        createLink(path, new LinkTarget.Soft(target));
    }

    @Override
    public void createExternalLink(String path, String file, String objectPath) {
        if (file.isEmpty() || objectPath.isEmpty()) {
            throw new IllegalArgumentException(Printable.message(
                    "an external link needs a file and a path, found \"%s\" and \"%s\"".formatted(file, objectPath)));
        }
        ObjectPath.requireText("the file of an external link", file);
        ObjectPath.requireText("the path of an external link", objectPath);
        createLink(path, new LinkTarget.External(file, objectPath));
    }

    /** Creates a soft or external link. */
    private void createLink(String path, LinkTarget target) {
        session().change(() -> {
            FreeName name = lookup().free(path).prepare(target);
            return () -> name.add(target);
        });
    }

    @Override
    public void rename(String path, String newName) {
        List<String> names = ObjectPath.names(newName);
        if (names.size() != 1 || !names.get(0).equals(newName)) {
            throw new IllegalArgumentException(
                    Printable.message("expected a name without a slash, found \"" + newName + "\""));
        }
        String parent = ObjectPath.parent(path);
        move(path, parent.isEmpty() ? newName : ObjectPath.child(parent, newName));
    }

    @Override
    public void move(String from, String to) {
        String[] paths = new String[2];
        session().change(() -> {
            Lookup lookup = lookup();
            Existing link = lookup.link(from);
            FreeName name = lookup.free(to);
            paths[0] = link.path();
            paths[1] = name.path();
            checkNotIntoItself(link, name);
            LinkTarget target = link.link().target();
            name.prepare(target);
            Change removal = lookup.linksOf(link.parent())
                    .removal(link.parent().path(), link.link().name());
            return () -> {
                // first added, then removed, as in the reference library: the storage is converted at the same link
                // counts
                name.add(target);
                removal.apply();
            };
        });
        session().renames().renamed(paths[0], paths[1]);
    }

    /** Refuses to move a group below itself, which would make it unreachable. */
    private void checkNotIntoItself(Existing from, FreeName to) throws IOException {
        if (!(from.link().target() instanceof LinkTarget.Hard hard)
                || from.parent().address() == to.parent().address()
                || store().header(hard.address()).kind() != ObjectKind.GROUP) {
            return;
        }
        Lookup absolute =
                new Lookup(store(), session().rootAddress(), new Place(session().rootAddress(), "/"));
        Place parent = absolute.find(to.parent().path());
        boolean known = parent != null && parent.address() == to.parent().address();
        boolean into = known
                ? absolute.way(to.parent().path()).contains(hard.address())
                : Groups.isBelow(store(), hard.address(), to.parent().address());
        if (into) {
            throw new ContainerException("%s: the group %s cannot be moved into itself, to %s"
                    .formatted(session().name(), from.path(), to.path()));
        }
    }

    @Override
    public void copyTo(Group target, String from, String to) {
        GroupHandle other = (GroupHandle) target;
        if (other.session() == session()) {
            copy(from, other, to);
            return;
        }
        session()
                .reading(
                        () -> { // what is read of it during the change is read as one operation
                            copy(from, other, to);
                            return null;
                        });
    }

    private void copy(String fromPath, GroupHandle target, String toPath) {
        target.session().change(() -> {
            target.lookup().free(toPath); // checked before a large tree is examined
            TreeCopy copy = new TreeCopy(store(), target.store());
            SessionOperation<Void> plan = () -> {
                Place object = lookup().get(fromPath);
                copy.plan(object.address(), object.path());
                return null;
            };
            if (target.session() == session()) {
                plan.run();
            } else {
                session().reading(plan); // reports failures under the name of this container
            }
            target.lookup().free(toPath).prepareHardLink(); // checks that the link can be added
            return () -> {
                long made = copy.carryOut();
                // again: its blocks may have been evicted from the cache
                target.lookup().free(toPath).prepareHardLink().add(made);
            };
        });
    }

    @Override
    public void delete(String path) {
        session().change(() -> {
            Lookup lookup = lookup();
            Existing found = lookup.link(path);
            LinkMessage link = found.link();
            Deletion deletion = new Deletion(store(), session().rootAddress());
            deletion.plan(link.target(), found.parent().address(), link.name(), found.path());
            // loaded last: blocks loaded earlier may have been evicted from the cache
            Change removal =
                    lookup.linksOf(found.parent()).removal(found.parent().path(), link.name());
            return () -> {
                removal.apply();
                deletion.carryOut(session().deletions()::deleted);
            };
        });
    }

    private static Link link(LinkMessage link) {
        String name = link.name();
        OptionalLong order = link.creationOrder() < 0 ? OptionalLong.empty() : OptionalLong.of(link.creationOrder());
        if (link.target() instanceof LinkTarget.Hard hard) {
            return new Link.Hard(name, hard.address(), order);
        } else if (link.target() instanceof LinkTarget.Soft soft) {
            return new Link.Soft(name, soft.path(), order);
        } else if (link.target() instanceof LinkTarget.External external) {
            return new Link.External(name, external.fileName(), external.objectPath(), order);
        }
        return new Link.UserDefined(name, link.target().type(), order);
    }
}
