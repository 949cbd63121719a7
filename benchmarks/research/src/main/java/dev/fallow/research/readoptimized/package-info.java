/**
 * The simulator of M. Seltzer and M. Stonebraker, <i>Read Optimized File System Designs: A Performance Evaluation</i>
 * (Memorandum UCB/ERL M92/64, 1992), sections 2 and 3. Time is simulated, in nanoseconds; all random numbers come from
 * one seed.
 *
 * <pre>
 *   Simulation          a file system under a workload
 *     Events            the user with the next operation
 *     Workload          TS, TP, SC: the file types, with the parameters of table 2
 *     FileSystem        files on an allocation policy
 *     DiskArray         striping; below it Disk: seeks, rotation, transfer (table 1)
 *     Throughput        bytes in intervals of 10 seconds; detects stable throughput
 *   PolicySetup         the configurations of section 4
 *   FileSystemTrace     records the allocations and releases of a workload
 * </pre>
 */
package dev.fallow.research.readoptimized;
