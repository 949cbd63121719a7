package dev.fallow.internal.globalheap;

import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;

/** Receives references to global heap objects. */
@FunctionalInterface
public interface HeapVisitor {
    /**
     * Receives one reference.
     *
     * @param id the object's ID; the object may not exist
     * @param ownership how the element refers to it
     * @return whether to follow the object's own references: only if it exists, and only once, or the walk may not
     * terminate
     */
    boolean visit(GlobalHeapId id, Ownership ownership) throws IOException;

    /**
     * Receives the length of variable-length data, after its reference.
     *
     * @param bytes that the element needs of the object
     */
    default void length(GlobalHeapId id, long bytes) {
        // most visitors do not read the object
    }
}
