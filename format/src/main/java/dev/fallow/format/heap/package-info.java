/** Heaps: local heaps of old-style groups, global heaps of variable-length data, fractal heaps of dense storage. */
package dev.fallow.format.heap;
