/**
 * Many objects in one file that is not an HDF5 container: a {@link dev.fallow.research.blockstore.BlockStore} allocates blocks
 * of bytes, usually with one disk access, and keeps its state across failures; a
 * {@link dev.fallow.research.blockstore.HashtableOnDisk} is a persistent map on it. Based on A. Iyengar, S. Jin and J.
 * Challenger, <i>Efficient Algorithms for Persistent Storage Allocation</i> (IBM Research Report).
 */
package dev.fallow.research.blockstore;
