/** Opening, listing and reading files of many small objects, and commits of a few of them, beside libhdf5. */
package dev.fallow.benchmarks.lookup;
