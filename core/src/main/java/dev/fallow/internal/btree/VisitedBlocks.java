package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.util.HashSet;
import java.util.Set;

/** The blocks of one structure that a walk has visited: each once, and together they do not exceed the file. */
public final class VisitedBlocks {
    private final StructureReader reader;
    private final String whole;
    private final long address;
    private final ExtentVisitor visitor;
    private final Set<Long> visited = new HashSet<>();
    private final Budget bytes;

    /**
     * @param structure the specification's name of the structure, for messages
     * @param address its address
     * @param whole what contains the blocks, for messages: such as {@code the tree}; with a format for the address if that
     *     is to be stated
     * @param visitor receives the blocks of {@link #visit}
     */
    public VisitedBlocks(StructureReader reader, String structure, long address, String whole, ExtentVisitor visitor) {
        this.reader = reader;
        this.whole = whole;
        this.address = address;
        this.visitor = visitor;
        bytes = new Budget(structure, address, reader.allocatedBytes());
    }

    /**
     * Counts a block.
     *
     * @throws FormatException if it was there before, as in a cycle, or all together exceed the file
     */
    public void add(long at, long length, String structure) {
        if (!visited.add(at)) {
            throw new FormatException(structure, at, whole.formatted(address) + " contains it twice");
        }
        bytes.take(length);
    }

    /** Counts a block, and visits it. Also checks that it is inside the allocated space. */
    public void visit(long at, long length, String structure) {
        add(at, length, structure);
        reader.requireInside(at, length, structure);
        visitor.visit(at, length, structure);
    }
}
