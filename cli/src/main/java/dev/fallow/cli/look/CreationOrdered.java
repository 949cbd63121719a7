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
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The entries of groups in the order in which they were created; those of a group that does not track that order in the order of
 * their names. A group is entered once, however many links lead to it. The links of the groups on the way are in memory.
 */
final class CreationOrdered implements Iterator<Entry> {
    private final ContainerFile container;
    private final int levels;
    private final Set<Long> entered = new HashSet<>();
    private final Deque<Open> open = new ArrayDeque<>();

    /** A group with the links that are still to come. */
    private record Open(String prefix, Iterator<Link> links) {}

    private CreationOrdered(ContainerFile container, Group group, int levels) {
        this.container = container;
        this.levels = levels;
        enter(group, group.path());
    }

    /** What is in a group, as {@link Group#walk}, in creation order. */
    static Iterable<Entry> walk(ContainerFile container, Group group, int levels) {
        return () -> new CreationOrdered(container, group, levels);
    }

    @Override
    public boolean hasNext() {
        while (!open.isEmpty() && !open.element().links.hasNext()) {
            open.pop();
        }
        return !open.isEmpty();
    }

    @Override
    public Entry next() {
        if (!hasNext()) {
            throw new NoSuchElementException(container.name() + ": no entry is left");
        }
        Open group = open.element();
        Link link = group.links.next();
        String path = group.prefix + link.name();
        int depth = open.size();
        boolean last = !group.links.hasNext();
        Entry entry = link instanceof Link.Hard hard ? object(hard, path) : ListCommand.entry(path, link);
        return entry.withPlace(depth, last);
    }

    /** The entry of an object; enters it if it is a group. */
    private Entry object(Link.Hard link, String path) {
        StoredObject object;
        try {
            object = container.get(new Reference.ToObject(link.address()));
        } catch (ContainerException e) {
            return new Entry(path, ObjectKind.UNKNOWN, link.address()).withProblem(e.getMessage());
        }
        if (object instanceof Group group && open.size() < levels && !entered.contains(link.address())) {
            enter(group, path);
        }
        return new Entry(path, kind(object), link.address());
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
        Iterator<Link> links = tracks
                ? group.links(LinkOrder.CREATION).iterator()
                : group.walkLinks().iterator();
        open.push(new Open(path.endsWith("/") ? path : path + "/", links));
    }
}
