/**
 * The public API; start with {@link dev.fallow.ContainerFile}. A container is one HDF5 file that can be edited in
 * place. Deleted space is reused in the same session and, if the file persists it, in later ones.
 */
package dev.fallow;
