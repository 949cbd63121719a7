package dev.fallow.internal;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.Printable;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.Lookup.Existing;
import dev.fallow.internal.Lookup.FreeName;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.internal.tree.Deletion;
import java.io.IOException;
import java.util.List;

/** Creates, moves and deletes the links of a group and of its descendants. */
final class LinkEdits {
    private final Session session;
    private final GroupHandle group;

    LinkEdits(Session session, GroupHandle group) {
        this.session = session;
        this.group = group;
    }

    private ObjectStore store() {
        return session.store();
    }

    /** Adds a hard link to the object at a path. */
    void createHardLink(String path, String existing) {
        session.change(() -> {
            Lookup lookup = group.lookup();
            return hardLink(lookup, path, lookup.get(existing));
        });
    }

    /** Adds a hard link to an object of the same container. */
    void createHardLink(String path, ObjectHandle existing) {
        if (existing.session() != session) {
            throw new ContainerException("%s: a hard link cannot refer to an object in another container, %s of %s"
                    .formatted(session.name(), existing.path(), existing.fileName()));
        }
        session.change(() -> {
            existing.header();
            return hardLink(group.lookup(), path, new Place(existing.address(), existing.path()));
        });
    }

    private Change hardLink(Lookup lookup, String path, Place object) throws IOException {
        FreeName name = lookup.free(path).prepareHardLink();
        ObjectHeader header = store().header(object.address());
        long count = header.linkCount();
        if (count >= ObjectHeader.MOST_LINKS) {
            throw new ContainerException(
                    "%s: %s has %d hard links, the maximum".formatted(session.name(), object.path(), count));
        }
        header.checkCanGrow();
        return () -> {
            name.add(object.address());
            store().header(object.address()).setLinkCount(count + 1);
        };
    }

    /** Creates a soft or external link. */
    void createLink(String path, LinkTarget target) {
        session.change(() -> {
            FreeName name = group.lookup().free(path).prepare(target);
            return () -> name.add(target);
        });
    }

    /** Renames a link within its group. */
    void rename(String path, String newName) {
        List<String> names = ObjectPath.names(newName);
        if (names.size() != 1 || !names.get(0).equals(newName)) {
            throw new IllegalArgumentException(
                    Printable.message("expected a name without a slash, found \"" + newName + "\""));
        }
        String parent = ObjectPath.parent(path);
        move(path, parent.isEmpty() ? newName : ObjectPath.child(parent, newName));
    }

    /** Moves a link to another group, renames it, or both. */
    void move(String from, String to) {
        session.change(() -> {
            Lookup lookup = group.lookup();
            Existing link = lookup.link(from);
            FreeName name = lookup.free(to);
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
    }

    /** Refuses to move a group below itself, which would make it unreachable. */
    private void checkNotIntoItself(Existing from, FreeName to) throws IOException {
        if (!(from.link().target() instanceof LinkTarget.Hard hard)
                || from.parent().address() == to.parent().address()
                || ObjectKinds.of(store().header(hard.address())) != ObjectKind.GROUP) {
            return;
        }
        Lookup absolute = new Lookup(store(), session.rootAddress(), new Place(session.rootAddress(), "/"));
        Place parent = absolute.find(to.parent().path());
        boolean known = parent != null && parent.address() == to.parent().address();
        boolean into = known
                ? absolute.way(to.parent().path()).contains(hard.address())
                : Groups.isBelow(store(), hard.address(), to.parent().address());
        if (into) {
            throw new ContainerException("%s: the group %s cannot be moved into itself, to %s"
                    .formatted(session.name(), from.path(), to.path()));
        }
    }

    /** Deletes a link, and the objects that become unreachable. */
    void delete(String path) {
        session.change(() -> {
            Lookup lookup = group.lookup();
            Existing found = lookup.link(path);
            LinkMessage link = found.link();
            Deletion deletion = new Deletion(store(), session.rootAddress());
            deletion.plan(link.target(), found.parent().address(), link.name(), found.path());
            // loaded last: blocks loaded earlier may have been evicted from the cache
            Change removal =
                    lookup.linksOf(found.parent()).removal(found.parent().path(), link.name());
            return () -> {
                removal.apply();
                deletion.carryOut(session.objects()::deleted);
            };
        });
    }
}
