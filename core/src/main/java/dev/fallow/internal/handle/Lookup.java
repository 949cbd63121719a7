package dev.fallow.internal.handle;

import dev.fallow.ContainerException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.ObjectKind;
import dev.fallow.format.Printable;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.ExternalLinkFound;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.link.PathResolver;
import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.path.ObjectPath;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Resolves the paths of an operation on a group: to an object, a link, or a name that is not in use.
 *
 * @param start the group that relative paths start from
 */
record Lookup(ObjectStore store, long rootAddress, Place start) {
    /** Not the parent group, but a name as any other, which other programs may have given. */
    private static final String PARENT = "..";

    private static final LinkTarget ANY_OBJECT = new LinkTarget.Hard(0);

    private PathResolver resolver() {
        return new PathResolver(store, rootAddress, start.address(), start.path());
    }

    /**
     * An existing link.
     *
     * @param parent the group that contains the link
     * @param link the link
     */
    record Existing(Place parent, LinkMessage link) {
        /** The link's path. */
        String path() {
            return ObjectPath.child(parent.path(), link.name());
        }
    }

    /** An unused name in an existing group, where a link is to be created. */
    final class FreeName {
        private final Place parent;
        private final String name;
        private Links.Addition addition;
        /** Null before its first use. */
        private String path;

        private FreeName(Place parent, String name) {
            this.parent = parent;
            this.name = name;
        }

        /** The group that the link is added to. */
        Place parent() {
            return parent;
        }

        /** The header of that group. */
        ObjectHeader parentHeader() throws IOException {
            return store.header(parent.address());
        }

        /** The path of the link to be created. */
        String path() {
            if (path == null) {
                path = ObjectPath.child(parent.path(), name);
            }
            return path;
        }

        /**
         * Checks that a link can be added, and loads the blocks that this changes. Nothing may be evicted from the
         * cache before the link is added.
         *
         * @param target any target of the same encoded size as the one that will be added
         */
        FreeName prepare(LinkTarget target) throws IOException {
            addition = linksOf(parent).addition(parent.path(), LinkMessage.of(name, target, LinkMessage.NO_ORDER));
            return this;
        }

        /** As {@link #prepare(LinkTarget)}, for an object that does not exist yet. */
        FreeName prepareHardLink() throws IOException {
            return prepare(ANY_OBJECT);
        }

        /** Adds the link. */
        void add(LinkTarget target) throws IOException {
            addition.add(target);
        }

        /** Adds a hard link. */
        void add(long address) throws IOException {
            add(new LinkTarget.Hard(address));
        }
    }

    /**
     * The object at a path, or null if there is none.
     *
     * @throws ExternalLinkFound if the path leads through one
     */
    Place find(String path) throws IOException {
        return resolver().find(path);
    }

    /**
     * Whether an object of this container is at a path.
     *
     * @throws dev.fallow.UnsupportedFeatureException if the path leads through an external link
     */
    boolean isHere(String path) throws IOException {
        try {
            return find(path) != null;
        } catch (ExternalLinkFound link) {
            throw link.refusal();
        }
    }

    /**
     * The object at a path, for an operation that follows external links.
     *
     * @throws NoSuchObjectException if there is no object at the path
     * @throws ExternalLinkFound if the path leads through one
     */
    Place follow(String path) throws IOException {
        return path.isEmpty() ? start : resolver().get(path);
    }

    /**
     * The object of this container at a path.
     *
     * @throws NoSuchObjectException if there is no object at the path
     * @throws dev.fallow.UnsupportedFeatureException if the path leads through an external link
     */
    Place get(String path) throws IOException {
        try {
            return follow(path);
        } catch (ExternalLinkFound link) {
            throw link.refusal();
        }
    }

    /** The groups that a path passes through; see {@link PathResolver#way}. */
    Set<Long> way(String path) throws IOException {
        return resolver().way(path);
    }

    /**
     * The link at a path: that of the last name, which is not followed.
     *
     * @throws NoSuchObjectException if there is no such link
     */
    Existing link(String path) throws IOException {
        List<String> names = ObjectPath.names(path);
        if (names.isEmpty()) {
            throw new ContainerException("%s: the path \"%s\" of the group %s does not name a link"
                    .formatted(store.fileName(), path, start.path()));
        }
        Place parent = get(ObjectPath.parent(path));
        String name = names.get(names.size() - 1);
        LinkMessage link = linksOf(parent).find(name);
        if (link == null) {
            throw new NoSuchObjectException(
                    "%s: there is no %s".formatted(store.fileName(), ObjectPath.child(parent.path(), name)));
        }
        return new Existing(parent, link);
    }

    /**
     * The unused name at a path.
     *
     * @throws IllegalArgumentException if it is empty, or "..", or no name for other reasons
     * @throws ObjectExistsException if the name is in use
     * @throws NoSuchObjectException if the parent does not exist or is not a group
     */
    FreeName free(String path) throws IOException {
        List<String> names = ObjectPath.names(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: %s: the name of a new object is empty".formatted(store.fileName(), start.path()));
        } else if (names.isEmpty()) {
            throw exists(ObjectPath.resolve(start.path(), path));
        }
        String name = names.get(names.size() - 1);
        ObjectPath.checkName(name);
        if (name.equals(PARENT)) {
            throw new IllegalArgumentException(Printable.message(
                    "%s: %s: expected a name, found \"..\", which is not the parent group in HDF5; a path that starts with a slash begins at the root group"
                            .formatted(store.fileName(), ObjectPath.resolve(start.path(), path))));
        }
        FreeName free = new FreeName(get(ObjectPath.parent(path)), name);
        if (linksOf(free.parent).find(name) != null) {
            throw exists(free.path());
        }
        return free;
    }

    private ObjectExistsException exists(String path) {
        return new ObjectExistsException(store.fileName() + ": " + path + " exists");
    }

    /** The links of an object, which must be a group. */
    Links linksOf(Place place) throws IOException {
        ObjectHeader header = store.header(place.address());
        ObjectKind kind = header.kind();
        if (kind != ObjectKind.GROUP) {
            throw new NoSuchObjectException(
                    "%s: expected a group at %s, found a %s".formatted(store.fileName(), place.path(), kind.label()));
        }
        return Links.of(store, header, place.path());
    }
}
