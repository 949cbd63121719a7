/**
 * Allocation policies of file systems: each request adds an extent to a file, and truncation and deletion free extents.
 * Based on M. Seltzer and M. Stonebraker, <i>Read Optimized File System Designs: A Performance Evaluation</i>
 * (Memorandum UCB/ERL M92/64, 1992).
 *
 * <pre>
 *   AllocationPolicy    the disk of a file system, and its allocation to files
 *   AllocatedFile       the extents of a file, in file order
 *   buddy               binary buddy (section 4.1) and restricted buddy (4.2)
 *   extent              extents of any size, first fit or best fit (4.3)
 *   fixed               blocks of one size from a free list (section 5)
 * </pre>
 *
 * In contrast to a {@link dev.fallow.freespace.FreeSpace}, where the caller determines the size of each block, a policy
 * determines size and address of each extent.
 */
package dev.fallow.research.policy;
