package dev.fallow.internal.extent;

/** Receives the blocks of a multi-block structure. */
@FunctionalInterface
public interface ExtentVisitor {
    /**
     * One block of the file.
     *
     * @param address the block's first byte
     * @param size in bytes; the block is inside the allocated space
     * @param structure the specification's name of the block's content
     */
    void visit(long address, long size, String structure);
}
