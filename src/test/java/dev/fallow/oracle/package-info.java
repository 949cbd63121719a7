/**
 * The test oracle: a small Java API for libhdf5 in the same JVM, and snapshots of files as libhdf5 reads them. The
 * package does not use classes of Fallow, so that the expected results are independent of them. Like this build of
 * libhdf5, it is not thread-safe.
 */
package dev.fallow.oracle;
