package dev.fallow.internal.heap;

/**
 * The position chosen for an object: a free section inside a direct block, or an entry of a run, whose direct block
 * does not exist yet.
 *
 * @param size bytes available for objects
 * @param address heap offset of the section, or of the row section that contains the entry; libhdf5 orders sections of
 *     equal size by it
 * @param run null for a section inside a block
 * @param runEntry the entry of the run: the direct block's, or that of the child indirect block that will contain it
 * @param childRows rows of that child indirect block; 0 if the run's entry is the direct block's
 * @param childEntry the direct block's entry in that child
 * @param blockOffset heap offset of the direct block to be created
 */
record BestFit(long size, long address, EntryRun run, int runEntry, int childRows, int childEntry, long blockOffset) {
    static BestFit inside(long size, long address) {
        return new BestFit(size, address, null, 0, 0, 0, 0);
    }

    /** Whether the direct block exists. */
    boolean isInside() {
        return run == null;
    }
}
