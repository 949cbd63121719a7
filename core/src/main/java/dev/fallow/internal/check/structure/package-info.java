/** Checks single structures: blocks, B-trees, heaps, lists. A wrong checksum is corrected in memory, so that the check goes on. */
package dev.fallow.internal.check.structure;
