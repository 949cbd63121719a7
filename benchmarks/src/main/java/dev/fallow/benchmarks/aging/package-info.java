/**
 * Bitmaps that are aged by the requests of file systems, instead of the traces that Burns and Hineman played through
 * a simulator (section 5.2) and that are not to be had.
 */
package dev.fallow.benchmarks.aging;
