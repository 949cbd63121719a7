package dev.fallow.internal.object;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.LinkTarget;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Finds groups that nothing outside leads to any more although they have hard links left: those links come from below
 * themselves. The links from inside are counted as if each group that is looked at were tried for deletion; a group with
 * more links than that has one from outside and lives, and with it everything below it (trial deletion, as in reference
 * counting collectors that find cycles). Only groups can be part of a cycle.
 *
 * <p>The search ends when {@value #MOST_LOOKED_AT} objects were looked at; what is cut off then stays, as it does with the
 * reference library, which never looks. Where something below is damaged, or more links are found than are counted,
 * nothing is called cut off.
 */
final class CutOffGroups {
    static final int MOST_LOOKED_AT = 4_096;

    private static final int ALIVE = 1;

    private final ObjectStore store;
    private final MetObjects linksLeft;
    private final long rootAddress;
    private final long parent;
    private final String removed;
    /** The groups that were met, with the number of links to each that come from the others. */
    private final AddressTable groups = new AddressTable();

    private int lookedAt;

    /**
     * @param linksLeft the hard links that will be left on objects that lose one; 0 for those that go in any case
     * @param rootAddress of the group that always lives
     * @param parent the group that a link is about to be removed from; it lives
     * @param removed the name of that link, which does not count
     */
    CutOffGroups(ObjectStore store, MetObjects linksLeft, long rootAddress, long parent, String removed) {
        this.store = store;
        this.linksLeft = linksLeft;
        this.rootAddress = rootAddress;
        this.parent = parent;
        this.removed = removed;
    }

    /** The search has become too long. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1;

        private Enough() {
            super("more than " + MOST_LOOKED_AT + " objects");
        }
    }

    /** The addresses of the groups that are cut off, among those that will have lost a link and those below. */
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
            return new long[0]; // nobody can say, or not at this price: what may be in use is not touched
        }
    }

    /** The index of a group in {@link #groups}; -1 for another object, or one that goes in any case. */
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

    /** Goes over the hard links of a group that will be left. */
    private void forEachLink(long address, LinkAction action) throws IOException {
        Links.of(store, store.header(address), "group").forEach(link -> {
            boolean goes = address == parent && link.name().equals(removed);
            if (!goes && link.target() instanceof LinkTarget.Hard hard) {
                action.accept(hard.address());
            }
        });
    }

    private interface LinkAction {
        void accept(long target) throws IOException;
    }

    /** Counts the links of one group. */
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
                return new long[0]; // the counts are wrong
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
