package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Finds objects that are unreachable although their link count is not 0, because what remains of it comes from objects that
 * are unreachable, too: groups that link to each other, and committed datatypes with attributes of each other or of their own. Counts the links
 * from inside, as if each visited object were deleted; an object with a higher link count is used from outside, so it and all
 * that it refers to are reachable (trial deletion, as in cycle-collecting reference counters). A datatype refers to
 * other datatypes only, so a cycle is of one kind.
 *
 * <p>The search stops after {@value #MOST_LOOKED_AT} objects; an unreachable cycle then stays, as it always does with
 * the reference library. If a structure below is damaged, or more links are found than the link count allows, no object
 * is reported as unreachable.
 *
 * <p>It is no reader of the {@code Census}, which begins at the root group: it visits the objects of one kind below a removed link, twice, and
 * its cost is bounded.
 */
final class CutOffObjects {
    private static final int MOST_LOOKED_AT = 4_096;

    private final ObjectStore store;
    private final VisitedObjects linksLeft;
    private final ObjectKind kind;
    /** The objects that are reachable in any case. */
    private final LongPredicate kept;

    private final References references;
    /** The objects visited, with the number of links to each from the others. */
    private final AddressTable visited = new AddressTable();

    private int lookedAt;

    /** What an object refers to, and will still refer to, when the change is made. */
    @FunctionalInterface
    private interface References {
        void forEach(long address, Target action) throws IOException;
    }

    @FunctionalInterface
    private interface Target {
        void accept(long address) throws IOException;
    }

    /** @param linksLeft the links that remain on objects that lose one; 0 for objects deleted in any case */
    private CutOffObjects(
            ObjectStore store, VisitedObjects linksLeft, ObjectKind kind, LongPredicate kept, References references) {
        this.store = store;
        this.linksLeft = linksLeft;
        this.kind = kind;
        this.kept = kept;
        this.references = references;
    }

    /**
     * The addresses of unreachable groups.
     *
     * @param rootAddress the root group, which is always reachable
     * @param parent the group from which a link is about to be removed; it stays reachable
     * @param removed the name of that link, which is not counted
     */
    static long[] groups(ObjectStore store, VisitedObjects linksLeft, long rootAddress, long parent, String removed)
            throws IOException {
        References links =
                (group, action) -> Links.of(store, store.header(group), "group").forEachHardLink((name, target) -> {
                    if (group != parent || !name.equals(removed)) {
                        action.accept(target);
                    }
                });
        return new CutOffObjects(
                        store,
                        linksLeft,
                        ObjectKind.GROUP,
                        address -> address == rootAddress || address == parent,
                        links)
                .find();
    }

    /**
     * The addresses of unreachable committed datatypes.
     *
     * @param user the object that is about to lose an attribute, and stays reachable; undefined if there is none
     * @param removed the datatype of that attribute
     */
    static long[] datatypes(ObjectStore store, VisitedObjects linksLeft, long user, long removed) throws IOException {
        References users = (datatype, action) -> {
            boolean skip = datatype == user;
            for (long used : new Attributes(store, store.header(datatype), "datatype").committedDatatypes(false)) {
                if (skip && used == removed) {
                    skip = false;
                } else {
                    action.accept(used);
                }
            }
        };
        return new CutOffObjects(store, linksLeft, ObjectKind.DATATYPE, address -> address == user, users).find();
    }

    /** The search exceeded its limit. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1;

        private Enough() {
            super("more than " + MOST_LOOKED_AT + " objects");
        }
    }

    /** The addresses of the unreachable objects, among those that lose a link and what they refer to. */
    private long[] find() throws IOException {
        try {
            for (int i = 0; i < linksLeft.size(); i++) {
                if (linksLeft.value(i) > 0) {
                    meet(linksLeft.address(i));
                }
            }
            for (int i = 0; i < visited.size(); i++) {
                references.forEach(visited.address(i), target -> {
                    int index = meet(target);
                    if (index >= 0) {
                        visited.set(index, visited.value(index) + 1);
                    }
                });
            }
            return withoutLinkFromOutside();
        } catch (Enough | EOFException | ContainerException | FormatException e) {
            return new long[0]; // unknown, or too expensive to find out: objects that may be in use are kept
        }
    }

    /** The index of an object in {@link #visited}; -1 for one of another kind, and for one deleted in any case. */
    private int meet(long address) throws IOException {
        int index = visited.indexOf(address);
        if (index >= 0) {
            return index;
        }
        int known = linksLeft.indexOf(address);
        if (known >= 0 && linksLeft.value(known) == 0) {
            return -1;
        }
        if (++lookedAt > MOST_LOOKED_AT) {
            throw new Enough();
        }
        return store.header(address).kind() == kind ? visited.add(address, 0) : -1;
    }

    private long[] withoutLinkFromOutside() throws IOException {
        boolean[] reached = new boolean[visited.size()];
        Deque<Long> alive = new ArrayDeque<>();
        for (int i = 0; i < reached.length; i++) {
            long address = visited.address(i);
            int known = linksLeft.indexOf(address);
            long links =
                    known >= 0 ? linksLeft.value(known) : store.header(address).linkCount();
            if (links < visited.value(i)) {
                return new long[0]; // the link counts are wrong
            }
            if (links > visited.value(i) || kept.test(address)) {
                reached[i] = true;
                alive.add(address);
            }
        }
        while (!alive.isEmpty()) {
            references.forEach(alive.remove(), target -> {
                int index = visited.indexOf(target);
                if (index >= 0 && !reached[index]) {
                    reached[index] = true;
                    alive.add(visited.address(index));
                }
            });
        }
        return IntStream.range(0, reached.length)
                .filter(i -> !reached[i])
                .mapToLong(visited::address)
                .toArray();
    }
}
