/**
 * HDF5's on-disk structures: bytes to records and back. A package below this one for each family of structures of the
 * specification; here what all of them use. No I/O, no policy.
 */
package dev.fallow.format;
