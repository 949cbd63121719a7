/**
 * Buddy systems: blocks of few sizes, each a multiple of the next smaller one, at multiples of their size. A divided
 * block consists of buddies, which are merged again when all of them are free.
 *
 * <pre>
 *   BlockSizes          the block sizes
 *   BuddyBlocks         the free blocks of a disk: divides, merges, finds the next
 *     BlockSet          the free blocks of one size, in address order
 *   BinaryBuddy         all powers of two; a file grows by doubling (section 4.1 of the paper)
 *   RestrictedBuddy     few sizes; grow policy, contiguous blocks, regions (section 4.2)
 *     RegionSelection   selects the next block of a file
 * </pre>
 */
package dev.fallow.research.policy.buddy;
