package dev.fallow.internal.globalheap;

import dev.fallow.format.heap.GlobalHeapId;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;

/**
 * The known global heap objects with several holders. Determines whether an object is freed with an element that refers
 * to it:
 *
 * <ul>
 *   <li>an object that an element {@linkplain Ownership#EXCLUSIVE owns} is freed, unless a walk has found another holder;
 *   <li>an object whose ID may have been {@linkplain Ownership#POSSIBLY_SHARED copied} is freed only if a complete walk has found
 *       no other holder. Otherwise it stays; once it has no holder, it is among the {@link UnheldObjects}.
 * </ul>
 *
 * <p>Filled by a walk of everything live: {@link VisitedHeapObjects#publish}. The result stays valid for the rest of the
 * session, since Fallow never shares an object between elements. A dangling ID counts as shared, because an object
 * created later may get it.
 */
public final class SharedHeapObjects {
    /** With more dangling IDs than this, some 10 MB, nothing is freed. */
    static final int MOST_DANGLING = 1 << 17;

    private boolean complete;
    private Map<Long, BitSet> shared = Map.of();
    private Set<GlobalHeapId> dangling = Set.of();

    SharedHeapObjects() {}

    /** Declares that no element refers to any object, for a new container. */
    public void noneYet() {
        found(true, Map.of(), Set.of());
    }

    /**
     * Stores the results of a walk.
     *
     * @param all whether the walk visited every element that refers to an object
     * @param objects the indexes of objects visited more than once, by collection address
     * @param nowhere the dangling IDs
     */
    void found(boolean all, Map<Long, BitSet> objects, Set<GlobalHeapId> nowhere) {
        complete = all;
        shared = objects;
        dangling = nowhere;
    }

    /** Whether an object is freed with an element that refers to it. */
    boolean mayFree(GlobalHeapId id, Ownership ownership) {
        if (dangling.size() >= MOST_DANGLING || ownership == Ownership.POSSIBLY_SHARED && !complete) {
            return false;
        }
        BitSet indexes = shared.get(id.collectionAddress());
        return (indexes == null || !indexes.get((int) Math.min(id.index(), Integer.MAX_VALUE)))
                && !dangling.contains(id);
    }
}
