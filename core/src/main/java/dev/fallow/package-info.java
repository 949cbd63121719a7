/**
 * What applications use: {@link dev.fallow.ContainerFile} and what is in it. A container is one HDF5 file that can be
 * edited in place; deleted space is used again, in the same session and, where the file remembers it, in the next.
 */
package dev.fallow;
