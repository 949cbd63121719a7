package dev.fallow.freespace.policy.buddy;

/**
 * Where the next block of a file is taken, by the rules of section 4.2. The disk is divided into regions; without
 * clustering it is a single one. A request has an optimal region, and a place: the first byte behind the file's last
 * block, if that lies in the region.
 *
 * <ol start="0">
 *   <li>The next sequential block of that size, if it is free, alone or as a part of a larger block: blocks of a file
 *       are contiguous "whenever possible".
 *   <li>In the optimal region, a free block of exactly that size: the first one at or after the place, otherwise the
 *   first of all.
 *   <li>In the optimal region, a larger block, the smallest there is; it is divided.
 *   <li>A block of exactly that size in any region, the following ones first.
 *   <li>In the next region that has a larger block, the smallest there is; it is divided.
 * </ol>
 *
 * Each costs a search of a few words for each block size, however many regions there are.
 */
final class RegionSelection {
    private final BlockSizes sizes;
    private final BuddyBlocks blocks;
    private final long regionSize;

    /** @param regionSize bytes, a multiple of the largest block */
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

    /** The first region, from this one on and round the disk, that has any free block; the region itself if none has. */
    int withSpace(int region) {
        int nearest = regions();
        for (int level = 0; level < sizes.count(); level++) {
            nearest = Math.min(nearest, distanceToNext(level, region));
        }
        return (region + nearest) % regions();
    }

    /**
     * Takes a block.
     *
     * @param region the optimal one
     * @param place the byte after the file's last block; outside the region if there is no such place in it
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

    private long taken; // by takeIn, if it says so

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
     * From a free block of level {@code of}: the first one in the region at or after {@code from}, otherwise its first.
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

    /** How many regions to go on, round the disk, to one with a free block of this level; as many as there are: none has. */
    private int distanceToNext(int level, int region) {
        long found = blocks.next(level, start(region), blocks.end());
        if (found == BuddyBlocks.NONE) {
            found = blocks.next(level, 0, start(region));
        }
        return found == BuddyBlocks.NONE ? regions() : Math.floorMod(regionOf(found) - region, regions());
    }
}
