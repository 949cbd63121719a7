/** The file-space layer beside libhdf5: the same requests, the same addresses. */
package dev.fallow.freespace;
