/**
 * The simulator of M. Seltzer and M. Stonebraker, <i>Read Optimized File System Designs: A Performance Evaluation</i>
 * (Memorandum UCB/ERL M92/64, 1992), sections 2 and 3. Time is simulated, in nanoseconds; everything is drawn from one seed.
 *
 * <pre>
 *   Simulation          one file system under one workload: allocation, application and sequential test
 *     Events            the user with the next operation
 *     Workload          TS, TP, SC: the file types, with the parameters of table 2
 *     FileSystem        the files, on an allocation policy
 *     DiskArray         striping; below it Disk: seeks, rotation, transfer (table 1)
 *     Throughput        bytes in intervals of 10 seconds, and when they are stable
 *   PolicySetup         the configurations of section 4
 *   FileSystemTrace     what a workload allocates and frees, recorded for other comparisons
 * </pre>
 */
package dev.fallow.benchmarks.readoptimized;
