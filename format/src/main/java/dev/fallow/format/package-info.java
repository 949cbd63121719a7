/**
 * Codecs for HDF5's on-disk structures: bytes to records and back. Each subpackage contains one family of structures of
 * the specification; this package contains the superblocks and the code shared by all. There is no I/O and no policy
 * here.
 */
package dev.fallow.format;
