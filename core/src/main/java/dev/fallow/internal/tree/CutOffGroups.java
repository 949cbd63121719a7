package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Finds groups that are unreachable although their link count is not 0, because the remaining links come from their own
 * descendants. Counts the links from inside, as if each visited group were deleted; a group with a higher link count is
 * linked from outside, so it and its descendants are reachable (trial deletion, as in cycle-collecting reference
 * counters). Only groups can be part of a cycle.
 *
 * <p>The search stops after {@value #MOST_LOOKED_AT} objects; an unreachable cycle then stays, as it always does with
 * the reference library. If a structure below is damaged, or more links are found than the link count allows, no group
 * is reported as unreachable.
 */
final class CutOffGroups {
    static final int MOST_LOOKED_AT = 4_096;

    private static final int ALIVE = 1;

    private final ObjectStore store;
    private final VisitedObjects linksLeft;
    private final long rootAddress;
    private final long parent;
    private final String removed;
    /** The groups visited, with the number of links to each from the others. */
    private final AddressTable groups = new AddressTable();

    private int lookedAt;

    /**
     * @param linksLeft the hard links that remain on objects that lose one; 0 for objects deleted in any case
     * @param rootAddress the root group, which is always reachable
     * @param parent the group from which a link is about to be removed; it stays reachable
     * @param removed the name of that link, which is not counted
     */
    CutOffGroups(ObjectStore store, VisitedObjects linksLeft, long rootAddress, long parent, String removed) {
        this.store = store;
        this.linksLeft = linksLeft;
        this.rootAddress = rootAddress;
        this.parent = parent;
        this.removed = removed;
    }

    /** The search exceeded its limit. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1;

        private Enough() {
            super("more than " + MOST_LOOKED_AT + " objects");
        }
    }

    /** The addresses of the unreachable groups, among the groups that lose a link and their descendants. */
    long[] find() throws IOException {
        try {
            for (int i = 0; i < linksLeft.size(); i++) {
                if (linksLeft.value(i) > 0) {
                    meet(linksLeft.address(i));
                }
            }
            for (int i = 0; i < groups.size(); i++) {
                count(groups.address(i));
            }
            return withoutLinkFromOutside();
        } catch (Enough | EOFException | ContainerException | FormatException e) {
            return new long[0]; // unknown, or too expensive to find out: objects that may be in use are kept
        }
    }

    /** The index of a group in {@link #groups}; -1 for other objects, and for objects deleted in any case. */
    private int meet(long address) throws IOException {
        int index = groups.indexOf(address);
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
        return ObjectKinds.of(store.header(address)) == ObjectKind.GROUP ? groups.add(address, 0) : -1;
    }

    /** Visits the hard links of a group that will remain. */
    private void forEachLink(long address, LinkAction action) throws IOException {
        Links.of(store, store.header(address), "group").forEachHardLink((name, target) -> {
            if (address != parent || !name.equals(removed)) {
                action.accept(target);
            }
        });
    }

    private interface LinkAction {
        void accept(long target) throws IOException;
    }

    /** Counts the links in one group. */
    private void count(long address) throws IOException {
        forEachLink(address, target -> {
            int index = meet(target);
            if (index >= 0) {
                groups.set(index, groups.value(index) + 1);
            }
        });
    }

    private long[] withoutLinkFromOutside() throws IOException {
        int[] state = new int[groups.size()];
        Deque<Long> alive = new ArrayDeque<>();
        for (int i = 0; i < state.length; i++) {
            long address = groups.address(i);
            int known = linksLeft.indexOf(address);
            long links =
                    known >= 0 ? linksLeft.value(known) : store.header(address).linkCount();
            if (links < groups.value(i)) {
                return new long[0]; // the link counts are wrong
            }
            if (links > groups.value(i) || address == rootAddress || address == parent) {
                state[i] = ALIVE;
                alive.add(address);
            }
        }
        while (!alive.isEmpty()) {
            forEachLink(alive.remove(), target -> {
                int index = groups.indexOf(target);
                if (index >= 0 && state[index] != ALIVE) {
                    state[index] = ALIVE;
                    alive.add(groups.address(index));
                }
            });
        }
        long[] found = new long[state.length];
        int count = 0;
        for (int i = 0; i < state.length; i++) {
            if (state[i] != ALIVE) {
                found[count++] = groups.address(i);
            }
        }
        return Arrays.copyOf(found, count);
    }
}
