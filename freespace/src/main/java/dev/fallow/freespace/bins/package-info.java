/**
 * Free space as HDF5 keeps it: size bins of skip lists, and a merge list in the order of addresses. The design is that of
 * libhdf5's free-space manager (V. Choi, "Performance Report for Free-space Manager", The HDF Group, 2008).
 */
package dev.fallow.freespace.bins;
