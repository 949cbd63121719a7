package dev.fallow.research.policy.buddy;

import dev.fallow.freespace.SectionVisitor;

/**
 * The free blocks of a disk. A block of size N starts at a multiple of N. The blocks into which the next larger one is
 * divided are buddies. When all buddies are free they are merged, so free space that could be a larger block is one
 * (invariant B1): only blocks of the largest size can be free together with all their buddies.
 */
final class BuddyBlocks {
    /** The result of searches if there is no such block. */
    static final long NONE = -1;

    private final BlockSizes sizes;
    private final long end; // the end of the last whole unit
    private final BlockSet[] free; // by level
    private long freeBytes;

    /**
     * Creates a disk that is entirely free.
     *
     * @throws IllegalArgumentException if the disk has less than one block of the smallest size, or more than 2^31-1
     */
    BuddyBlocks(BlockSizes sizes, long capacity) {
        this.sizes = sizes;
        if (capacity < sizes.smallest() || capacity / sizes.smallest() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a disk of " + capacity + " bytes has " + capacity / sizes.smallest()
                    + " blocks of " + sizes.smallest() + " bytes: must be 1 to " + Integer.MAX_VALUE);
        }
        end = capacity - capacity % sizes.smallest();
        free = new BlockSet[sizes.count()];
        for (int level = 0; level < free.length; level++) {
            free[level] = new BlockSet((int) (end / sizes.size(level)));
        }
        long address = 0;
        for (int level = sizes.top(); level >= 0; level--) {
            for (; address <= end - sizes.size(level); address += sizes.size(level)) {
                free[level].add(number(level, address));
            }
        }
        freeBytes = end;
    }

    private int number(int level, long address) {
        return (int) (address / sizes.size(level));
    }

    private static long roundUp(long address, long size) {
        return (address + size - 1) / size * size;
    }

    long freeBytes() {
        return freeBytes;
    }

    /** The first byte after the last block. */
    long end() {
        return end;
    }

    /**
     * The first free block of exactly this level that starts at or after {@code from} and ends at or before {@code to}.
     *
     * @return its address, or {@link #NONE}
     */
    long next(int level, long from, long to) {
        int found = free[level].next(
                (int) Math.min(Integer.MAX_VALUE, roundUp(from, sizes.size(level)) / sizes.size(level)));
        if (found == BlockSet.NONE) {
            return NONE;
        }
        long address = found * sizes.size(level);
        return address <= to - sizes.size(level) ? address : NONE;
    }

    /** The level of the free block that contains a whole block; -1 if there is none. */
    int levelOfFree(int level, long address) {
        if (address > end - sizes.size(level)) {
            return -1;
        }
        for (int larger = level; larger < free.length; larger++) {
            if (free[larger].contains(number(larger, address))) {
                return larger;
            }
        }
        return -1;
    }

    /**
     * Allocates a block inside a free block of level {@code from}, and divides the rest into blocks as large as
     * possible.
     */
    void take(int from, int level, long address) {
        free[from].remove(number(from, address));
        for (int divided = from; divided > level; divided--) {
            int first = number(divided - 1, address / sizes.size(divided) * sizes.size(divided));
            int parts = (int) (sizes.size(divided) / sizes.size(divided - 1));
            int kept = number(divided - 1, address);
            for (int part = first; part < first + parts; part++) {
                if (part != kept) {
                    free[divided - 1].add(part);
                }
            }
        }
        freeBytes -= sizes.size(level);
    }

    /**
     * Frees a block, and merges buddies as far as possible.
     *
     * @throws IllegalStateException if part of it is already free
     */
    void release(int level, long address) {
        requireInUse(level, address);
        freeBytes += sizes.size(level);
        int at = level;
        int number = number(level, address);
        free[at].add(number);
        while (at < sizes.top()) {
            int parts = (int) (sizes.size(at + 1) / sizes.size(at));
            int parent = number / parts;
            int first = parent * parts;
            if ((parent + 1) * sizes.size(at + 1) > end || !free[at].containsAll(first, first + parts)) {
                return;
            }
            for (int part = first; part < first + parts; part++) {
                free[at].remove(part);
            }
            at++;
            number = parent;
            free[at].add(number);
        }
    }

    private void requireInUse(int level, long address) {
        int larger = levelOfFree(level, address);
        for (int smaller = level - 1; larger < 0 && smaller >= 0; smaller--) {
            if (next(smaller, address, address + sizes.size(level)) != NONE) {
                larger = smaller;
            }
        }
        if (larger >= 0) {
            throw new IllegalStateException("block address=" + address + ", size=" + sizes.size(level)
                    + " overlaps a free block of size " + sizes.size(larger));
        }
    }

    /** Visits the free blocks in address order. */
    void forEach(SectionVisitor visitor) {
        long address = 0;
        while (true) {
            long nearest = Long.MAX_VALUE;
            int at = -1;
            for (int level = 0; level < free.length; level++) {
                long found = next(level, address, end);
                if (found != NONE && found < nearest) {
                    nearest = found;
                    at = level;
                }
            }
            if (at < 0) {
                return;
            }
            visitor.visit(nearest, sizes.size(at));
            address = nearest + sizes.size(at);
        }
    }

    int freeBlocks() {
        int all = 0;
        for (BlockSet level : free) {
            all += level.count();
        }
        return all;
    }
}
