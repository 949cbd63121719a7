/**
 * HDF5's design of free space: size bins of skip lists, and a merge list in address order. The design is that of
 * libhdf5's free-space manager (V. Choi, "Performance Report for Free-space Manager", The HDF Group, 2008).
 */
package dev.fallow.freespace.bins;
