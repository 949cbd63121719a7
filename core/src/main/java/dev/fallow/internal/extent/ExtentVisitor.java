package dev.fallow.internal.extent;

/** Is told the blocks that a structure of several blocks lies in. */
@FunctionalInterface
public interface ExtentVisitor {
    /**
     * One block of the file.
     *
     * @param address of the first byte
     * @param size bytes, inside the allocated space
     * @param structure the specification's name of what lies there
     */
    void visit(long address, long size, String structure);
}
