/**
 * Searches for a run of set bits in plain words, as compared in the experiments of R. Burns and W. Hineman, <i>A
 * Bit-Parallel Search Algorithm for Allocating Free Space</i> (MASCOTS 2001), and a bitmap without summaries that uses
 * one of them.
 */
package dev.fallow.research.search;
