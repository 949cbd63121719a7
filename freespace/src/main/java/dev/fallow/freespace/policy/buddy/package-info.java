/**
 * Buddy systems: blocks of few sizes, each a multiple of the next smaller one, at multiples of their size. A block that is
 * divided becomes buddies, and buddies that are all free become one block again.
 *
 * <pre>
 *   BlockSizes          the sizes, and how many of one make the next
 *   BuddyBlocks         which blocks of a disk are free: divide, unite, find the next
 *     BlockSet          the free blocks of one size, in the order of addresses
 *   BinaryBuddy         all powers of two; a file grows by doubling (section 4.1 of the paper)
 *   RestrictedBuddy     few sizes; grow policy, contiguous blocks, regions (section 4.2)
 *     RegionSelection   where on the disk the next block is taken
 * </pre>
 */
package dev.fallow.freespace.policy.buddy;
