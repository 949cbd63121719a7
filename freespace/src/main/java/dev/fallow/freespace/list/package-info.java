/**
 * The free list that HDF5 had before its free-space manager: one unsorted linked list, searched from its head. After
 * V. Choi, <i>Performance Report for Free-space Manager</i> (The HDF Group, 2008), section 2.
 */
package dev.fallow.freespace.list;
