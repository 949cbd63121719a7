/**
 * Free space as a bitmap, with one bit per granule of the file, set if the granule is free. Based on R. Burns and W.
 * Hineman, <i>A Bit-Parallel Search Algorithm for Allocating Free Space</i> (MASCOTS 2001).
 *
 * <p>Bit {@code i} of a map is bit {@code 63 - i % 64} of word {@code i / 64}: consecutive granules are consecutive
 * bits from the most to the least significant one, as in the paper's figure 2. Address and bit are converted into each
 * other by one multiplication or division (two-way addressing, section 2), so releasing a run and extending a block in
 * place need no search.
 *
 * <p>{@link dev.fallow.freespace.bitmap.BitmapFreeSpace} is the backend. A tree of summaries lets it skip most of the
 * words. The searches of the paper's experiments are in {@code benchmarks/research}.
 */
package dev.fallow.freespace.bitmap;
