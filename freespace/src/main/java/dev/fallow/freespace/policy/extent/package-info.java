/**
 * Extent-based allocation (section 4.3): each file has an extent size and grows by extents of it, which may begin at any
 * unit of the disk; what is given back is united with its free neighbours.
 */
package dev.fallow.freespace.policy.extent;
