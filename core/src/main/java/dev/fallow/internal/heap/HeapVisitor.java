package dev.fallow.internal.heap;

import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;

/** Is told references to objects of the global heap. */
@FunctionalInterface
public interface HeapVisitor {
    /**
     * One reference.
     *
     * @param id of an object, which may not exist
     * @param holding how the element holds it
     * @return whether to look into the object for more: only if it exists, and once, or a walk need not end
     */
    boolean visit(GlobalHeapId id, Holding holding) throws IOException;
}
