package dev.fallow.freespace;

/** What {@link FreeSpace#forEach} calls for each section; two longs, so that a visit makes no object. */
@FunctionalInterface
public interface SectionVisitor {
    /**
     * @param address first byte of the section
     * @param size its bytes
     */
    void visit(long address, long size);
}
