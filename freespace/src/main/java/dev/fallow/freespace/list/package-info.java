/**
 * HDF5's free list before its free-space manager: an unsorted linked list, searched from its head. See V. Choi,
 * <i>Performance Report for Free-space Manager</i> (The HDF Group, 2008), section 2.
 */
package dev.fallow.freespace.list;
