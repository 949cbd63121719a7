package dev.fallow.cli.look;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.ObjectKind;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Visits the entries of groups in the order in which they were created; those of a group that does not track that order in the order of
 * their names. A group is entered once, however many links lead to it. The links of the groups on the way are in memory.
 */
final class CreationOrdered {
    private final ContainerFile container;
    private final int levels;
    private final Entry.Visitor visitor;
    private final Set<Long> entered = new HashSet<>();
    private final Deque<Open> open = new ArrayDeque<>();

    /** A group whose links are being visited. */
    private record Open(String prefix, Iterator<Link> links) {}

    private CreationOrdered(ContainerFile container, int levels, Entry.Visitor visitor) {
        this.container = container;
        this.levels = levels;
        this.visitor = visitor;
    }

    /** Visits what is in a group, as {@link Group#forEachEntry(int, Entry.Visitor)}, in creation order. */
    static void visit(ContainerFile container, Group group, int levels, Entry.Visitor visitor) {
        CreationOrdered walk = new CreationOrdered(container, levels, visitor);
        walk.enter(group, group.path());
        walk.walk();
    }

    private void walk() {
        while (!open.isEmpty()) {
            Open group = open.peek();
            if (!group.links.hasNext()) {
                open.pop();
                continue;
            }
            Link link = group.links.next();
            String path = group.prefix + link.name();
            boolean last = !group.links.hasNext();
            if (link instanceof Link.Hard hard) {
                visit(hard, path, last);
            } else {
                visitor.visit(ListCommand.entry(path, link), open.size(), last);
            }
        }
    }

    private void visit(Link.Hard link, String path, boolean last) {
        int depth = open.size();
        StoredObject object;
        try {
            object = container.get(new Reference.ToObject(link.address()));
        } catch (ContainerException e) {
            Entry unread = new Entry(path, ObjectKind.UNKNOWN, link.address()).withProblem(e.getMessage());
            visitor.visit(unread, depth, last);
            return;
        }
        visitor.visit(new Entry(path, kind(object), link.address()), depth, last);
        if (object instanceof Group group && depth < levels && !entered.contains(link.address())) {
            enter(group, path);
        }
    }

    private static ObjectKind kind(StoredObject object) {
        if (object instanceof CommittedDatatype) {
            return ObjectKind.DATATYPE;
        }
        return object instanceof Dataset ? ObjectKind.DATASET : ObjectKind.GROUP;
    }

    private void enter(Group group, String path) {
        entered.add(group.address());
        boolean tracks = group.options().creationOrder().tracked();
        Iterator<Link> links = tracks ? group.links(LinkOrder.CREATION).iterator() : group.linkIterator();
        open.push(new Open(path.endsWith("/") ? path : path + "/", links));
    }
}
