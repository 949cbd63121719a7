/** The journal next to a container, in which a commit's changes are written before they are made. Not part of HDF5. */
package dev.fallow.format.journal;
