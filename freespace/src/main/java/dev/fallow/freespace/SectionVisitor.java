package dev.fallow.freespace;

/** Receives each section of {@link FreeSpace#forEach}, as two longs, so that a visit allocates no object. */
@FunctionalInterface
public interface SectionVisitor {
    /**
     * @param address first byte of the section
     * @param size in bytes
     */
    void visit(long address, long size);
}
