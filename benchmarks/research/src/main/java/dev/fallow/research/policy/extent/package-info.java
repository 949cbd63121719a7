/**
 * Extent-based allocation (section 4.3): each file has an extent size and grows by extents of that size, which may
 * start at any unit of the disk; freed extents are merged with their free neighbours.
 */
package dev.fallow.research.policy.extent;
