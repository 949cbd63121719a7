/**
 * MatBall, after J. No and S. Park, <i>Extent-Based Allocation Scheme for Hybrid Storage Solutions</i>: a volume is made of
 * extents of one size, an extent of segments whose sizes are powers of two, and what a file leaves of an extent goes to
 * the next file, from the next segment on. Segments of at least a threshold of blocks are partitioned again, and what is
 * lost between two files is the shorter for it.
 *
 * <p>What is here: {@link dev.fallow.freespace.policy.matball.ExtentShape}, size and threshold; {@link
 * dev.fallow.freespace.policy.matball.SegmentPartition}, the segments of definition 1 one by one; {@link
 * dev.fallow.freespace.policy.matball.AllocationMatrix}, definition 2; {@link
 * dev.fallow.freespace.policy.matball.SegmentMapping}, definition 3 and the algorithm MAP; and {@link
 * dev.fallow.freespace.policy.matball.MatBallSpace}, the allocator that the paper puts on its fast device.
 *
 * <p>Where the paper leaves something open or says two things, the class concerned says what was decided:
 *
 * <ul>
 *   <li>A segment as large as the threshold is partitioned (definition 1), although steps I and II of the example write
 *       "larger" of sizes, one of which is equal.
 *   <li>{@code pos(seg[5,3])} of the example is its parent's position and 2^3, 160 + 8 = 168, as definition 3 has it; the
 *       sum in the example's last line adds the grandparent's position once more.
 *   <li>Steps 2 and 3 of MAP name an index {@code k} that is not set yet; it is {@code j}.
 *   <li>MAP has no case for a block in a head segment (no power of two is at most 0), nor for one in the last child of
 *       its parent: {@link dev.fallow.freespace.policy.matball.SegmentMapping}.
 *   <li>Theorem 2 says p &gt;= q. The strict inequalities in its proof do not hold where a file ends in the last child.
 *   <li>Which extent is reused if several could be, what happens to large files and what to deleted ones:
 *       {@link dev.fallow.freespace.policy.matball.MatBallSpace}.
 * </ul>
 *
 * <p>Blocks in an extent are ints; addresses and sizes in a volume are bytes.
 */
package dev.fallow.freespace.policy.matball;
