/**
 * Codecs for HDF5's on-disk structures: bytes to records and back. Each subpackage contains one family of structures of
 * the specification; this package contains the superblocks and the code shared by all. There is no I/O and no policy
 * here.
 *
 * <p>A method {@code decode} checks what it reads, and refuses it with a {@link dev.fallow.format.FormatException}. A
 * constructor or a method {@code encode} refuses values that the structure cannot have with an
 * {@link java.lang.IllegalArgumentException}.
 */
package dev.fallow.format;
