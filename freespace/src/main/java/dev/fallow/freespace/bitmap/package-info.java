/**
 * Free space as a bitmap, one bit per granule of the file, set where the granule is free. After R. Burns and W. Hineman,
 * <i>A Bit-Parallel Search Algorithm for Allocating Free Space</i> (MASCOTS 2001).
 *
 * <p>Bit {@code i} of a map is bit {@code 63 - i % 64} of word {@code i / 64}: bits that follow each other in the file
 * follow each other from the most to the least significant bit, as in the paper's figure 2. The address of a bit and
 * the bit of an address are one multiplication and one division apart (two-way addressing, section 2), which is why
 * releasing a run and extending a block in place need no search.
 *
 * <p>What is here: {@link dev.fallow.freespace.bitmap.BitmapFreeSpace}, the backend; {@link
 * dev.fallow.freespace.bitmap.RunSearch} and its implementations, which look for a run in bare words and are what the
 * paper's experiments time; and the summary tree, which spares the backend looking at most of the words.
 */
package dev.fallow.freespace.bitmap;
