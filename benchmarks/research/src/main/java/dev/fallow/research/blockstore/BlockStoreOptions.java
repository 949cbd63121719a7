package dev.fallow.research.blockstore;

import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.util.Objects;

/**
 * Options for creating and opening a block store. Those that determine the file (method, policy, growth, limit) apply
 * at creation and are read from the file at opening; the others, and whether a request searches its own misc list,
 * apply to one session.
 *
 * @param method the structures on the medium in addition to the blocks
 * @param policy lists, grain and acceptable wastage. The grain must be a power of two of at least 32 bytes, so that the
 *     32-byte header never crosses a sector
 * @param growth number of bytes by which the storage space grows when a request cannot be served even after coalescing;
 *     at least an eighth of the space is added, which keeps the cost of coalescing per block low
 * @param largestSpace maximum size of the storage space in bytes
 * @param headerSlots headers per contiguous area, for {@link MemoryMethod#HEADERS_APART}
 * @param checkpointInterval changes between two writes of the tail pointer and the list heads
 * @param blocksAtStart free blocks whose headers are read at opening; more are read when these are used up
 * @param forcing when writes are forced
 */
public record BlockStoreOptions(
        MemoryMethod method,
        QuickFitOptions policy,
        long growth,
        long largestSpace,
        int headerSlots,
        int checkpointInterval,
        int blocksAtStart,
        Forcing forcing) {
    private static final int SMALLEST_GRAIN = 32;
    private static final int LARGEST_GRAIN = 1 << 16;
    private static final int MOST_LISTS = 1 << 14;
    private static final int MOST_SLOTS = 1 << 20;
    private static final long LARGEST_SPACE = 1L << 56;

    /** @throws IllegalArgumentException if a number is out of range */
    public BlockStoreOptions {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(forcing, "forcing");
        int grain = policy.grain();
        if (grain < SMALLEST_GRAIN || grain > LARGEST_GRAIN || Integer.bitCount(grain) != 1) {
            throw new IllegalArgumentException(
                    "grain: " + grain + ", expected a power of two from " + SMALLEST_GRAIN + " to " + LARGEST_GRAIN);
        }
        if (policy.lists() > MOST_LISTS) {
            throw new IllegalArgumentException("lists: " + policy.lists() + ", expected at most " + MOST_LISTS);
        }
        require("growth", growth, grain, LARGEST_SPACE);
        require("largestSpace", largestSpace, grain, LARGEST_SPACE);
        require("headerSlots", headerSlots, 16, MOST_SLOTS);
        require("checkpointInterval", checkpointInterval, 1, Integer.MAX_VALUE);
        require("blocksAtStart", blocksAtStart, 0, Integer.MAX_VALUE);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + ", expected " + least + " to " + most);
        }
    }

    /** Method I with headers next to the blocks, the default lists, and unbounded space. */
    public static BlockStoreOptions defaults() {
        return new BlockStoreOptions(
                MemoryMethod.HEADERS,
                QuickFitOptions.defaults(),
                1L << 20,
                LARGEST_SPACE,
                4096,
                256,
                4096,
                Forcing.AT_CHECKPOINT);
    }

    /** Returns a copy with this method. */
    public BlockStoreOptions withMethod(MemoryMethod newMethod) {
        return new BlockStoreOptions(
                newMethod, policy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** Returns a copy with these lists, grain and acceptable wastage. */
    public BlockStoreOptions withPolicy(QuickFitOptions newPolicy) {
        return new BlockStoreOptions(
                method, newPolicy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** Returns a copy with this growth and this maximum size of the storage space, in bytes. */
    public BlockStoreOptions withSpace(long newGrowth, long newLargestSpace) {
        return new BlockStoreOptions(
                method, policy, newGrowth, newLargestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** Returns a copy with this many headers per area. */
    public BlockStoreOptions withHeaderSlots(int newHeaderSlots) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, newHeaderSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** Returns a copy with this checkpoint interval, in changes. */
    public BlockStoreOptions withCheckpointInterval(int newInterval) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, newInterval, blocksAtStart, forcing);
    }

    /** Returns a copy that reads this many free blocks at opening. */
    public BlockStoreOptions withBlocksAtStart(int newBlocksAtStart) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, checkpointInterval, newBlocksAtStart, forcing);
    }

    /** Returns a copy with this forcing. */
    public BlockStoreOptions withForcing(Forcing newForcing) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, newForcing);
    }
}
