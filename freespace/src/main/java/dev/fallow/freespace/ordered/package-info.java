/**
 * The fastest exact best fit: sections in address order in a B+-tree of longs, and beside it, by exact size, whatever is
 * cheapest for that size: one word, a short run of addresses, a bit a leaf, or a second B+-tree. Nothing is removed lazily.
 *
 * <pre>
 *   OrderedFreeSpace        the policy: merge, split, best fit, lowest address
 *     AddressTree           every section, by address; for each crowded size one mark word a node
 *       LeafHints           guesses of the leaf by the high bits of an address, in place of most descents
 *     SizeIndex             exact size -> its sections
 *       SizeBitmap          which sizes up to 64 KiB exist: next size in three words
 *       AddressRuns         sizes with few sections: their addresses, sorted, in one pooled array
 *       SizeTree            sizes above 64 KiB (and crowded ones without marks), by (size, address)
 * </pre>
 */
package dev.fallow.freespace.ordered;
