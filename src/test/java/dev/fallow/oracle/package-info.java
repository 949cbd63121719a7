/**
 * The oracle: libhdf5 itself, in the same JVM, behind a small Java face, and snapshots of files as it sees them. Nothing
 * here uses Fallow's own classes, so that what is compared with them was made without them. Like libhdf5 as it is
 * built here, it is for one thread at a time.
 */
package dev.fallow.oracle;
