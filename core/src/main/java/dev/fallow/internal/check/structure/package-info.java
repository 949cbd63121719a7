/** Checks single structures: blocks, B-trees, heaps, lists. A wrong checksum is corrected in memory, so that the check can continue. */
package dev.fallow.internal.check.structure;
