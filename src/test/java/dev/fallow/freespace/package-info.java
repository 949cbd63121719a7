/** Compares the file-space layer with libhdf5: the same requests must result in the same addresses. */
package dev.fallow.freespace;
