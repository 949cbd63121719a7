/**
 * Bitmaps aged by simulated requests of file systems, which replace the unpublished traces that Burns and Hineman used
 * (section 5.2).
 */
package dev.fallow.research.aging;
