package dev.fallow.research.policy.buddy;

/**
 * Selects the next block of a file by the rules of section 4.2. The disk is divided into regions; without clustering
 * there is a single one. A request has an optimal region, and a preferred address: the first byte after the file's last
 * block, if that is in the region. The rules are tried in this order:
 *
 * <ol start="0">
 *   <li>The block of that size at the preferred address, if it is free, alone or as part of a larger block: blocks of a
 *       file are contiguous "whenever possible".
 *   <li>In the optimal region, a free block of exactly that size: the first one at or after the preferred address,
 *       otherwise the first in the region.
 *   <li>In the optimal region, the smallest larger block, which is divided.
 *   <li>A block of exactly that size in another region, following ones first.
 *   <li>In the next region that has a larger block, the smallest of them, which is divided.
 * </ol>
 *
 * Each rule examines a few words for each block size, regardless of the number of regions.
 */
final class RegionSelection {
    private final BlockSizes sizes;
    private final BuddyBlocks blocks;
    private final long regionSize;

    /** @param regionSize in bytes, a multiple of the largest block */
    RegionSelection(BlockSizes sizes, BuddyBlocks blocks, long regionSize) {
        this.sizes = sizes;
        this.blocks = blocks;
        this.regionSize = regionSize;
    }

    int regions() {
        return (int) ((blocks.end() + regionSize - 1) / regionSize);
    }

    int regionOf(long address) {
        return (int) (address / regionSize);
    }

    private long start(int region) {
        return region * regionSize;
    }

    private long end(int region) {
        return Math.min(blocks.end(), start(region) + Math.min(regionSize, blocks.end() - start(region)));
    }

    /**
     * The first region with a free block, searching cyclically from {@code region}; {@code region} itself if there is
     * none.
     */
    int withSpace(int region) {
        int nearest = regions();
        for (int level = 0; level < sizes.count(); level++) {
            nearest = Math.min(nearest, distanceToNext(level, region));
        }
        return (region + nearest) % regions();
    }

    /**
     * Allocates a block.
     *
     * @param region the optimal region
     * @param place the preferred address; an address outside the region if there is none
     * @return the address, or {@link BuddyBlocks#NONE} if no region has a block that is large enough
     */
    long take(int level, int region, long place) {
        boolean follows = place >= start(region) && place < end(region);
        if (follows && takeSequential(level, region, place)) {
            return taken;
        }
        long from = follows ? place : start(region);
        if (takeIn(level, level, region, from) || takeLarger(level, region, from)) {
            return taken;
        }
        int exact = distanceToNext(level, (region + 1) % regions());
        if (exact < regions()) {
            int other = (region + 1 + exact) % regions();
            takeIn(level, level, other, start(other));
            return taken;
        }
        int nearest = regions();
        for (int larger = level + 1; larger < sizes.count(); larger++) {
            nearest = Math.min(nearest, distanceToNext(larger, (region + 1) % regions()));
        }
        if (nearest == regions()) {
            return BuddyBlocks.NONE;
        }
        int other = (region + 1 + nearest) % regions();
        takeLarger(level, other, start(other));
        return taken;
    }

    private long taken; // the address allocated by takeIn, if it returned true

    private boolean takeSequential(int level, int region, long place) {
        long size = sizes.size(level);
        long sequential = (place + size - 1) / size * size;
        int of = sequential <= end(region) - size ? blocks.levelOfFree(level, sequential) : -1;
        if (of < 0) {
            return false;
        }
        blocks.take(of, level, sequential);
        taken = sequential;
        return true;
    }

    private boolean takeLarger(int level, int region, long from) {
        for (int larger = level + 1; larger < sizes.count(); larger++) {
            if (takeIn(larger, level, region, from)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Allocates from a free block of level {@code of}: the first one in the region at or after {@code from}, otherwise
     * the first in the region.
     */
    private boolean takeIn(int of, int level, int region, long from) {
        long address = blocks.next(of, from, end(region));
        if (address == BuddyBlocks.NONE && from > start(region)) {
            address = blocks.next(of, start(region), end(region));
        }
        if (address == BuddyBlocks.NONE) {
            return false;
        }
        blocks.take(of, level, address);
        taken = address;
        return true;
    }

    /**
     * The cyclic distance from a region to the next one with a free block of this level; the number of regions if there
     * is none.
     */
    private int distanceToNext(int level, int region) {
        long found = blocks.next(level, start(region), blocks.end());
        if (found == BuddyBlocks.NONE) {
            found = blocks.next(level, 0, start(region));
        }
        return found == BuddyBlocks.NONE ? regions() : Math.floorMod(regionOf(found) - region, regions());
    }
}
