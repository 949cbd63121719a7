/**
 * Allocation policies of file systems: each request adds an extent to a file, and truncation and deletion free extents.
 * After M. Seltzer and M. Stonebraker, <i>Read Optimized File System Designs: A Performance Evaluation</i> (Memorandum
 * UCB/ERL M92/64, 1992).
 *
 * <pre>
 *   AllocationPolicy    the disk of one file system, and who may have which part of it
 *   AllocatedFile       the extents of one file, in the order of its bytes
 *   buddy               binary buddy (section 4.1) and restricted buddy (4.2)
 *   extent              extents of any size, first fit or best fit (4.3)
 *   fixed               blocks of one size off a free list (section 5)
 * </pre>
 *
 * The difference to a {@link dev.fallow.freespace.FreeSpace} is who decides the size: there the caller asks for a
 * number of bytes and gets one section, here the policy decides how much a file gets at a time, and where.
 */
package dev.fallow.freespace.policy;
