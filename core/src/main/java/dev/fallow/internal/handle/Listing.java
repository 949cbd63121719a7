package dev.fallow.internal.handle;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.Entry;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.header.KnownKinds;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.link.SortedLinks;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.session.Session;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Lists groups, one entry at a time. An entry that cannot be read is listed with the reason; a group is entered only once.
 * Memory is that of the groups entered, at most 20 bytes for each, and of the links of those that are being listed.
 */
final class Listing {
    /** After this number of objects, headers that have been looked at may leave the cache. */
    private static final int OBJECTS_BETWEEN_TRIMS = 1_024;

    private final Session session;
    private final ObjectStore store;
    private final int levels;
    private long entries;
    /** The last one that was found. */
    private Entry entry;

    private final AddressTable entered = new AddressTable();
    /** The addresses of the link structures of the groups entered so far. */
    private final AddressTable structures = new AddressTable();
    /** The groups being listed, innermost first. Not on the call stack, because groups can nest to any depth. */
    private final Deque<OpenGroup> open = new ArrayDeque<>();

    private record OpenGroup(PathNode path, SortedLinks links) {}

    /** @param levels of groups that are listed */
    Listing(Session session, long address, String path, int levels) throws IOException {
        this.session = session;
        this.levels = levels;
        store = session.store();
        entered.add(address, 0);
        Links links = Links.of(store, store.header(address), path);
        claim(links);
        open.push(new OpenGroup(PathNode.of(path), sorted(links)));
    }

    /** Finds the next entry; null at the end. */
    Entry next() throws IOException {
        session.learnt(); // those that are still to come are in memory
        if (entries > 0 && entries % OBJECTS_BETWEEN_TRIMS == 0) {
            store.cache().parkAndTrim();
        }
        while (!open.isEmpty() && !open.element().links.hasNext()) {
            open.pop();
        }
        if (open.isEmpty()) {
            return null;
        }
        OpenGroup group = open.element();
        LinkMessage link = group.links.next();
        list(link, group.path.child(link.name()));
        return entry;
    }

    private SortedLinks sorted(Links links) throws IOException {
        return new SortedLinks(store.sizes(), () -> links, store.cache()::trim);
    }

    private void found(Entry next) throws IOException {
        entry = next.withPlace(open.size(), !open.element().links.hasNext());
        entries++;
    }

    private void list(LinkMessage link, PathNode path) throws IOException {
        if (link.target() instanceof LinkTarget.Hard hard) {
            listObject(hard.address(), path);
            return;
        }
        Entry named = new Entry(path, Links.kindOf(link.target()), -1);
        if (link.target() instanceof LinkTarget.Soft soft) {
            named = named.withTarget(soft.path());
        } else if (link.target() instanceof LinkTarget.External external) {
            named = named.withTarget(external.fileName() + ":" + external.objectPath());
        }
        found(named);
    }

    private void listObject(long address, PathNode path) throws IOException {
        KnownKinds known = session.knownKinds();
        ObjectKind kind = known == null ? null : known.find(address);
        if (kind != null) {
            found(object(kind, address, path));
            return;
        }
        kind = ObjectKind.UNKNOWN;
        SortedLinks inside = null;
        String problem = null;
        try {
            ObjectHeader header = store.header(address);
            kind = header.kind();
            if (known != null) {
                known.add(address, kind);
            }
            if (kind == ObjectKind.GROUP) {
                Links links = Links.of(store, header, path.toString());
                if (open.size() < levels && entered.indexOf(address) < 0) {
                    entered.add(address, 0);
                    claim(links);
                    inside = sorted(links);
                }
            }
        } catch (ContainerException | FormatException e) {
            problem = e.getMessage();
        }
        Entry object = object(kind, address, path);
        found(problem == null ? object : object.withProblem(problem));
        if (inside != null) {
            open.push(new OpenGroup(path, inside));
        }
    }

    private Entry object(ObjectKind kind, long address, PathNode path) {
        Entry object = new Entry(path, kind, address);
        return kind == ObjectKind.DATASET ? object.withDescription(describe(session, address, path)) : object;
    }

    /** Describes a dataset later; does not refer to this listing, so that its memory can be freed. */
    private static Supplier<Entry.Description> describe(Session session, long address, PathNode path) {
        return () -> session.reading(() -> {
            ObjectHeader header = session.store().header(address);
            if (header.kind() != ObjectKind.DATASET) {
                throw new NoSuchObjectException("%s: there is no dataset %s at address %d any more"
                        .formatted(session.name(), path.full(), address));
            }
            DatasetStorage dataset = DatasetStorage.of(session.store(), header, path.full());
            return new Entry.Description(dataset.datatype(), dataset.dataspace().sizes());
        });
    }

    /**
     * Rejects a link structure shared by several groups: in a damaged file, listing it for each of them might not end.
     */
    private void claim(Links links) {
        for (long structure : links.structures()) {
            if (structures.indexOf(structure) >= 0) {
                throw new CorruptFileException("%s: the links in the structure at address %d belong to two groups"
                        .formatted(store.fileName(), structure));
            }
            structures.add(structure, 0);
        }
    }
}
