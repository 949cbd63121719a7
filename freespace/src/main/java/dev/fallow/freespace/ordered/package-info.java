/**
 * Exact best fit, optimised for speed. All sections are in a B+-tree of longs, in address order. In addition, the
 * sections of each exact size are kept in the cheapest form for their number: one word, a short run of addresses, one
 * bit per leaf, or a second B+-tree. There is no lazy removal.
 *
 * <pre>
 *   OrderedFreeSpace        the policy: best fit, lowest address; merges and splits sections
 *     AddressTree           every section, by address; one mark word per node for each crowded size
 *       LeafHints           guesses the leaf from the high bits of an address; replaces most descents
 *     SizeIndex             the sections of each exact size
 *       SizeBitmap          the existing sizes up to 64 KiB; finds the next size
 *       AddressRuns         the addresses of sizes with few sections, sorted, in one pooled array
 *       SizeTree            sections above 64 KiB, and of crowded sizes without marks, by (size, address)
 * </pre>
 */
package dev.fallow.freespace.ordered;
