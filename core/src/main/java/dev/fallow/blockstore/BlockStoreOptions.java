package dev.fallow.blockstore;

import dev.fallow.freespace.policy.quickfit.QuickFitOptions;
import java.util.Objects;

/**
 * How a block store is created and opened. What shapes the file (method, policy, growth, limit) counts when it is created,
 * and comes from the file when it is opened; the rest counts for a session.
 *
 * @param method what is kept on the medium beside the blocks
 * @param policy lists, grain and acceptable wastage. The grain must be a power of two of at least 32 bytes: so a header,
 *     which has 32, never crosses a sector
 * @param growth bytes by which the storage space grows when a request cannot be served even after coalescing; at least an
 *     eighth of the space is added, so that coalescing costs little a block
 * @param largestSpace bytes that the storage space may have at most
 * @param headerSlots headers in each contiguous area, for {@link MemoryMethod#HEADERS_APART}
 * @param checkpointInterval changes that may be made before tail pointer and heads of lists are written again
 * @param blocksAtStart free blocks whose headers are looked for when a store is opened; more are read when these are used up
 * @param forcing when what was written is forced
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

    /** @throws IllegalArgumentException if a number is out of its range */
    public BlockStoreOptions {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(forcing, "forcing");
        int grain = policy.grain();
        if (grain < SMALLEST_GRAIN || grain > LARGEST_GRAIN || Integer.bitCount(grain) != 1) {
            throw new IllegalArgumentException(
                    "grain: " + grain + ", must be a power of two from " + SMALLEST_GRAIN + " to " + LARGEST_GRAIN);
        }
        if (policy.lists() > MOST_LISTS) {
            throw new IllegalArgumentException("lists: " + policy.lists() + ", at most " + MOST_LISTS);
        }
        require("growth", growth, grain, LARGEST_SPACE);
        require("largestSpace", largestSpace, grain, LARGEST_SPACE);
        require("headerSlots", headerSlots, 16, MOST_SLOTS);
        require("checkpointInterval", checkpointInterval, 1, Integer.MAX_VALUE);
        require("blocksAtStart", blocksAtStart, 0, Integer.MAX_VALUE);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + ", must be from " + least + " to " + most);
        }
    }

    /** Method I with headers beside the blocks, the default lists, and space without a bound. */
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

    /** The same with another method. */
    public BlockStoreOptions withMethod(MemoryMethod newMethod) {
        return new BlockStoreOptions(
                newMethod, policy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** The same with other lists, grain and acceptable wastage. */
    public BlockStoreOptions withPolicy(QuickFitOptions newPolicy) {
        return new BlockStoreOptions(
                method, newPolicy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** The same with other bounds of the storage space, bytes: by how much it grows, and how large it may get. */
    public BlockStoreOptions withSpace(long newGrowth, long newLargestSpace) {
        return new BlockStoreOptions(
                method, policy, newGrowth, newLargestSpace, headerSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** The same with other numbers of headers in an area. */
    public BlockStoreOptions withHeaderSlots(int newHeaderSlots) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, newHeaderSlots, checkpointInterval, blocksAtStart, forcing);
    }

    /** The same with checkpoints more or less often, in changes. */
    public BlockStoreOptions withCheckpointInterval(int newInterval) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, newInterval, blocksAtStart, forcing);
    }

    /** The same with another number of free blocks to be looked for at start. */
    public BlockStoreOptions withBlocksAtStart(int newBlocksAtStart) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, checkpointInterval, newBlocksAtStart, forcing);
    }

    /** The same with other forcing. */
    public BlockStoreOptions withForcing(Forcing newForcing) {
        return new BlockStoreOptions(
                method, policy, growth, largestSpace, headerSlots, checkpointInterval, blocksAtStart, newForcing);
    }
}
