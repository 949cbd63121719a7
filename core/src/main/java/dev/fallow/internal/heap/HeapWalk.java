package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.util.Map;
import java.util.TreeMap;

/**
 * One walk over the blocks of a fractal heap: passes each on to a visitor. Blocks must not overlap, nor exceed the size
 * of the file in total.
 */
final class HeapWalk implements ExtentVisitor, HeapBlocks.Visitor {
    private final long heap;
    private final StructureReader reader;
    private final ExtentVisitor visitor;
    /** The blocks visited: start and end. */
    private final TreeMap<Long, Long> visited = new TreeMap<>();

    private final Budget bytes;

    /** @param heap the address of the heap's header */
    HeapWalk(long heap, StructureReader reader, ExtentVisitor visitor) {
        this.heap = heap;
        this.reader = reader;
        this.visitor = visitor;
        bytes = new Budget(FractalHeapHeader.STRUCTURE, heap, reader.allocatedBytes());
    }

    @Override
    public void visit(long at, long size, String structure) {
        reader.requireInside(at, size, structure);
        Map.Entry<Long, Long> before = visited.lowerEntry(at + size);
        if (before != null && before.getValue() > at) {
            throw new FormatException(structure, at, "the heap at address " + heap + " contains it twice");
        }
        visited.put(at, at + size);
        bytes.take(size);
        visitor.visit(at, size, structure);
    }

    @Override
    public void indirect(LiveIndirectBlock indirect) {
        visit(indirect.address(), indirect.bytesHeld(), IndirectBlock.STRUCTURE);
    }

    @Override
    public void direct(DirectPlace direct) {
        visit(direct.address(), direct.size(), DirectBlock.STRUCTURE);
    }
}
