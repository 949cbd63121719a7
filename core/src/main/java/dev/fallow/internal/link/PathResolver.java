package dev.fallow.internal.link;

import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.internal.path.PathNode;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Resolves paths from a group, following hard links, and soft links up to the reference library's limit. */
public final class PathResolver {
    /** The reference library's default limit of soft links in one path, including those in their targets. */
    private static final int MOST_SOFT_LINKS = 16;

    private final ObjectStore store;
    private final long rootAddress;
    private final Place start;
    private int softLinksLeft;
    /** Collects the groups passed, if requested; otherwise null. */
    private Set<Long> way;

    /** A resolved object: the address of its header, and the path through which it was reached. */
    public record Place(long address, String path) {}

    /** Resolves from the group with this address and path, where relative paths start. */
    public PathResolver(ObjectStore store, long rootAddress, long address, String path) {
        this.store = store;
        this.rootAddress = rootAddress;
        start = new Place(address, path);
    }

    /** The object at a path; refused if there is none. */
    public Place get(String path) throws IOException {
        Place place = find(path);
        if (place == null) {
            throw new NoSuchObjectException(
                    store.fileName() + ": there is no " + ObjectPath.resolve(start.path(), path));
        }
        return place;
    }

    /** The object at a path, or null if there is none. */
    public Place find(String path) throws IOException {
        softLinksLeft = MOST_SOFT_LINKS;
        return find(start.address(), PathNode.of(start.path()), path).place();
    }

    /**
     * The addresses of all groups that a path passes through, including those in soft links, and of the object itself; empty if there is
     * no such object.
     */
    public Set<Long> way(String path) throws IOException {
        way = new LinkedHashSet<>();
        try {
            return find(path) == null ? Set.of() : way;
        } finally {
            way = null;
        }
    }

    private long passed(long address) {
        if (way != null) {
            way.add(address);
        }
        return address;
    }

    /** A resolved object, or none. */
    private record Reached(long address, PathNode path) {
        static final Reached NOTHING = new Reached(-1, null);

        Place place() {
            return this == NOTHING ? null : new Place(address, path.full());
        }
    }

    private Reached find(long from, PathNode fromPath, String path) throws IOException {
        boolean absolute = path.startsWith("/");
        long at = passed(absolute ? rootAddress : from);
        PathNode reached = absolute ? PathNode.of("/") : fromPath;
        List<String> names = ObjectPath.names(path);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            ObjectHeader header = store.header(at);
            if (header.kind() != ObjectKind.GROUP) {
                return Reached.NOTHING;
            }
            Links links =
                    header.decoded() instanceof Links cached ? cached : Links.of(store, header, reached.toString());
            LinkMessage link = links.find(name);
            if (link == null) {
                return Reached.NOTHING;
            }
            PathNode group = reached;
            reached = group.child(name);
            if (link.target() instanceof LinkTarget.Hard hard) {
                at = passed(hard.address());
            } else if (link.target() instanceof LinkTarget.Soft soft) {
                if (softLinksLeft-- == 0) {
                    throw new NoSuchObjectException("%s: %s: more than %d soft links to follow"
                            .formatted(store.fileName(), reached, MOST_SOFT_LINKS));
                }
                Reached target = findSoft(at, group, soft.path(), rest(names, i));
                if (target == Reached.NOTHING) {
                    return Reached.NOTHING;
                }
                at = target.address;
            } else if (link.target() instanceof LinkTarget.External external) {
                throw new ExternalLinkFound(store.fileName() + ": " + reached, external, rest(names, i));
            } else {
                throw new UnsupportedFeatureException(
                        "%s: %s: a user-defined link is not followed".formatted(store.fileName(), reached));
            }
        }
        return new Reached(at, reached);
    }

    /** @param rest what of the path is behind the link */
    private Reached findSoft(long from, PathNode group, String target, String rest) throws IOException {
        try {
            return find(from, group, target);
        } catch (ExternalLinkFound found) {
            throw found.with(rest);
        }
    }

    /** What is behind a name: empty, or a slash and the other names. */
    private static String rest(List<String> names, int index) {
        return names.size() == index + 1 ? "" : "/" + String.join("/", names.subList(index + 1, names.size()));
    }
}
