/**
 * Chunk filters that need a library: LZ4, bitshuffle, Zstandard, Blosc, bzip2. Applications do not use them directly: with
 * this module on the class path or module path, datasets with these filters can be read and written.
 */
package dev.fallow.filters;
