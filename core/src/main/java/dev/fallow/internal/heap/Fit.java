package dev.fallow.internal.heap;

/**
 * Where an object fits: a free section inside a direct block, or an entry of a run, for which a direct block is yet to be
 * made.
 *
 * @param size bytes for objects there
 * @param address heap offset of the section, or of the row section that the entry belongs to: what libhdf5 orders
 *     sections of one size by
 * @param run null for a section inside a block
 * @param runEntry the entry of the run: of the direct block itself, or of the child indirect block that it will be in
 * @param childRows rows of that child indirect block; 0 if the run's entry is the direct block
 * @param childEntry of the direct block in that child
 * @param blockOffset heap offset of the direct block that is to be made
 */
record Fit(long size, long address, Run run, int runEntry, int childRows, int childEntry, long blockOffset) {
    static Fit inside(long size, long address) {
        return new Fit(size, address, null, 0, 0, 0, 0);
    }

    /** Whether there is a direct block. */
    boolean isInside() {
        return run == null;
    }
}
