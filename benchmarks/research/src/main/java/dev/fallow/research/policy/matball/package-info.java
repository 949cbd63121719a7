/**
 * MatBall, from J. No and S. Park, <i>Extent-Based Allocation Scheme for Hybrid Storage Solutions</i>. A volume
 * consists of extents of one size, and an extent of segments whose sizes are powers of two. The next file uses the rest
 * of an extent, starting at the next segment. Segments of at least a threshold size are partitioned again, which
 * reduces the bytes lost between two files.
 *
 * <p>{@link dev.fallow.research.policy.matball.ExtentShape} has size and threshold.
 * {@link dev.fallow.research.policy.matball.SegmentPartition} implements definition 1,
 * {@link dev.fallow.research.policy.matball.AllocationMatrix} definition 2, and
 * {@link dev.fallow.research.policy.matball.SegmentMapping} definition 3 with the algorithm MAP.
 * {@link dev.fallow.research.policy.matball.MatBallSpace} is the allocator that the paper uses for its fast device.
 *
 * <p>Where the paper is incomplete or contradicts itself, the following was decided:
 *
 * <ul>
 *   <li>A segment of exactly the threshold size is partitioned (definition 1), although steps I and II of the example
 *       use "larger" for sizes of which one is equal.
 *   <li>{@code pos(seg[5,3])} of the example is its parent's position plus 2^3, 160 + 8 = 168, as in definition 3; the
 *       sum in the example's last line adds the grandparent's position a second time.
 *   <li>Step 3 of MAP uses an index {@code k} before step 9 sets it; {@code j} is meant.
 *   <li>MAP has no case for a block in a head segment (no power of two is at most 0: step 1 for the first block of the
 *       extent, step 9 for others), nor for one in the last child of its parent; see
 *       {@link dev.fallow.research.policy.matball.SegmentMapping}.
 *   <li>Theorem 2 states p &gt;= q. The strict inequalities in its proof do not hold if a file ends in the last child.
 *   <li>For the choice among reusable extents and large files see
 *       {@link dev.fallow.research.policy.matball.MatBallSpace}; for deletion, which the paper does not mention,
 *       {@link dev.fallow.research.policy.matball.DeletionRule}.
 * </ul>
 *
 * <p>Block numbers in an extent are {@code int}; addresses and sizes in a volume are in bytes.
 */
package dev.fallow.research.policy.matball;
