/** Chunked datasets in libhdf5: their creation with filters, partial writes, and changes of their extent. */
package dev.fallow.oracle.chunk;
