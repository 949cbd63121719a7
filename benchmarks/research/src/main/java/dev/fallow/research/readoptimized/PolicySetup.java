package dev.fallow.research.readoptimized;

import dev.fallow.research.policy.AllocationPolicy;
import dev.fallow.research.policy.buddy.BinaryBuddy;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import dev.fallow.research.policy.extent.ExtentAllocation;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.policy.fixed.FixedBlocks;
import java.util.Random;
import java.util.function.LongFunction;

/**
 * A configuration of a policy (section 4).
 *
 * @param name for messages
 * @param extentRanges the number of ranges of extent sizes, 1 to 5; 0 if the policy does not use extent sizes
 * @param factory creates the policy for a disk of a size in bytes
 */
public record PolicySetup(String name, int extentRanges, LongFunction<AllocationPolicy> factory) {
    /** The size of the smallest block, and the alignment of extents. */
    private static final long UNIT = 1024;

    private static final long ORDER_SEED = 1;

    /** Binary buddy, section 4.1. */
    public static PolicySetup buddy() {
        return new PolicySetup("buddy", 0, capacity -> new BinaryBuddy(capacity, UNIT));
    }

    /**
     * Restricted buddy, section 4.2.
     *
     * @param sizes the number of block sizes, 2 to 5
     */
    public static PolicySetup restricted(int sizes, int growFactor, boolean clustered) {
        return new PolicySetup(
                "restricted buddy, " + sizes + " sizes, grow factor " + growFactor + (clustered ? ", clustered" : ""),
                0,
                capacity -> new RestrictedBuddy(
                        capacity,
                        BlockSizes.ofPaper(sizes),
                        growFactor,
                        clustered ? RestrictedBuddy.REGION_SIZE_OF_PAPER : RestrictedBuddy.UNCLUSTERED));
    }

    /**
     * Extents, section 4.3.
     *
     * @param ranges the number of ranges of extent sizes, 1 to 5
     */
    public static PolicySetup extents(Fit fit, int ranges) {
        return new PolicySetup(
                "extents, " + fit + " fit, " + ranges + " ranges",
                ranges,
                capacity -> new ExtentAllocation(capacity, UNIT, fit));
    }

    /**
     * Fixed blocks, section 5: 4K for time sharing, 16K for the other workloads; the free list is initially in address
     * order.
     */
    public static PolicySetup fixed(Workload workload) {
        return new PolicySetup("fixed blocks", 0, capacity -> new FixedBlocks(capacity, blockSize(workload)));
    }

    /** Fixed blocks on a used disk, whose free list is initially in random order. */
    public static PolicySetup fixedOutOfOrder(Workload workload) {
        return new PolicySetup(
                "fixed blocks, list out of order",
                0,
                capacity -> new FixedBlocks(capacity, blockSize(workload), new Random(ORDER_SEED)));
    }

    private static long blockSize(Workload workload) {
        return workload == Workload.TS ? 4 * UNIT : 16 * UNIT;
    }
}
