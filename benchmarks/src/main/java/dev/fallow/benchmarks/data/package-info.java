/**
 * The {@code data} command: writing, reading, appending to and deleting elements, with Fallow, libhdf5, h5py and jHDF on
 * the same data and files.
 */
package dev.fallow.benchmarks.data;
