/**
 * The {@code shrink} command: making a file shorter in place, against h5repack, and files that stay short because a policy
 * moves a little after each commit, against libhdf5 through h5py.
 */
package dev.fallow.benchmarks.shrink;
