/**
 * The create and delete tests of the HDF Group's "Performance Report for Free-space Manager" (2008), and the interface to the
 * libraries on which they run.
 */
package dev.fallow.research.createdelete;
