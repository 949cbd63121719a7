/**
 * Many objects in one file that is no HDF5 container: a {@link dev.fallow.blockstore.BlockStore} hands out blocks of bytes,
 * most of the time with one disk access, and keeps its state through failures; a {@link
 * dev.fallow.blockstore.HashtableOnDisk} is a persistent map on it. After A. Iyengar, S. Jin and J. Challenger,
 * <i>Efficient Algorithms for Persistent Storage Allocation</i> (IBM Research Report).
 */
package dev.fallow.blockstore;
