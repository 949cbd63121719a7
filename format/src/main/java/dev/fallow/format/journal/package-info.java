/** The journal beside a container: what a commit changes, written down before it is changed. Not part of HDF5. */
package dev.fallow.format.journal;
