/** Whole files: what we write read by libhdf5, what it writes edited by us, and the space both leave used by the other. */
package dev.fallow.container;
