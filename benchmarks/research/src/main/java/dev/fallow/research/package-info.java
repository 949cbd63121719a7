/**
 * Designs of storage allocation that containers do not use, and the experiments that compare allocation. The module
 * {@code benchmarks} has the commands, and measures Fallow itself.
 *
 * <pre>
 *   blockstore, hashtable     a store of many small objects, and a hash table on it
 *   policy                    the allocation policies of file systems and stores
 *   comparison                the experiments, the JVMs that run them, and their reports; below it experiment, bitmap, verdict
 *   contender, workload       designs that are compared, and their work
 *   tournament                every policy on the same traces
 *   readoptimized, tiers, page, aging, objects   the simulators and stores of the papers' experiments
 *   session                   recorded sessions of containers
 *   createdelete              the tests of the HDF Group's report of 2008, which the race runs too
 *   report, machine           what all measurements share, also those of the module benchmarks
 * </pre>
 */
package dev.fallow.research;
