package dev.fallow.internal.census;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.globalheap.GlobalHeap;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.globalheap.VisitedHeapObjects;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Claims the collections of the global heap, and reports objects that are missing or that several elements hold. */
final class HeapObjectClaims {
    private final GlobalHeap heap;
    private final VisitedHeapObjects visited;
    private final CensusVisitor blocks;
    private final CensusVisitor details;
    private final WalkFindings findings;
    /** Addresses at which a global heap collection was expected and not found. */
    private final Set<Long> damagedHeaps = new HashSet<>();

    private boolean visitedAllHolders;

    /**
     * @param blocks receives the collections
     * @param details receives details
     */
    HeapObjectClaims(GlobalHeap heap, CensusVisitor blocks, CensusVisitor details, WalkFindings findings) {
        this.heap = heap;
        this.blocks = blocks;
        this.details = details;
        this.findings = findings;
        visited = heap.visited();
    }

    /** Called after the last object has been visited. */
    void allVisited() {
        visitedAllHolders = findings.isComplete();
        visited.publish(visitedAllHolders);
    }

    /** Claims the collections. */
    void claimCollections() throws IOException {
        visited.forEachCollection(this::claimCollection);
        if (visited.missing() > 0) {
            findings.add(visited.missing() + " elements refer to objects that are not in the global heap");
        }
    }

    /** The objects that nothing refers to; see {@link LiveWalk#unheldObjects}. */
    UnheldObjects unheld() {
        return visitedAllHolders ? visited.unheld() : UnheldObjects.none(heap);
    }

    /** Visits a referenced global heap object. An unreadable collection is reported once. */
    boolean visit(GlobalHeapId id, Ownership ownership, PathNode path) throws IOException {
        try {
            boolean first = visited.add(id, ownership);
            if (first && ownership == Ownership.EXCLUSIVE && details.wantsDetails()) {
                details.heapObject(id.collectionAddress(), heap.footprint(id));
            }
            return first;
        } catch (ContainerException | FormatException e) {
            if (damagedHeaps.add(id.collectionAddress())) {
                findings.damaged(path + ": " + e.getMessage());
            }
            return false;
        }
    }

    private void claimCollection(long address, long size, int freeBytes, int ownedAgain) {
        blocks.block(address, size, new LiveLabel(GlobalHeapCollection.STRUCTURE, null, true, SpaceUse.HEAP_LIVE));
        details.part(address + size - freeBytes, freeBytes, SpaceUse.HEAP_LIVE, SpaceUse.HEAP_SLACK);
        if (ownedAgain > 0) {
            findings.add("%d elements of variable length hold objects of the %s at address %d that others hold too"
                    .formatted(ownedAgain, GlobalHeapCollection.STRUCTURE, address));
        }
    }
}
