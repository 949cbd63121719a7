package dev.fallow.internal.heap;

import dev.fallow.format.heap.GlobalHeapId;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;

/**
 * What is known of the objects of a container's global heap that several elements hold. It decides whether an object is
 * freed with an element that holds it:
 *
 * <ul>
 *   <li>what an element holds as its {@linkplain Holding#OWN own} is freed, unless a walk has met another holder;
 *   <li>an object whose ID may have been {@linkplain Holding#COPIED copied} is freed only if a complete walk has met no
 *       other holder. Else it stays, and {@link UnheldObjects} has it once nobody holds it any more.
 * </ul>
 *
 * <p>A walk of everything live fills it: {@link MetObjects#publish}. What it says stays true for the rest of the session,
 * since nothing that Fallow writes shares an object. An ID that leads to no object counts as shared: an object that is
 * made later may get it.
 */
public final class SharedHeapObjects {
    /** With more IDs that lead nowhere, some 10 MB, nothing is freed. */
    static final int MOST_DANGLING = 1 << 17;

    private boolean complete;
    private Map<Long, BitSet> shared = Map.of();
    private Set<GlobalHeapId> dangling = Set.of();

    SharedHeapObjects() {}

    /** Says that no element holds anything yet: the container was just made. */
    public void noneYet() {
        found(true, Map.of(), Set.of());
    }

    /**
     * Says what a walk has met.
     *
     * @param all whether it has met every element that holds an object
     * @param objects those that were met more than once: for the address of each collection, their indexes
     * @param nowhere IDs that were met and lead to no object
     */
    void found(boolean all, Map<Long, BitSet> objects, Set<GlobalHeapId> nowhere) {
        complete = all;
        shared = objects;
        dangling = nowhere;
    }

    /** Whether an object is freed with the element that holds it. */
    boolean mayFree(GlobalHeapId id, Holding holding) {
        if (dangling.size() >= MOST_DANGLING || holding == Holding.COPIED && !complete) {
            return false;
        }
        BitSet indexes = shared.get(id.collectionAddress());
        return (indexes == null || !indexes.get((int) Math.min(id.index(), Integer.MAX_VALUE)))
                && !dangling.contains(id);
    }
}
