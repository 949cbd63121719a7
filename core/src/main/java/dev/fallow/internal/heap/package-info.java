/** Heaps of the file as live structures, for reading: fractal heaps and local heaps. */
package dev.fallow.internal.heap;
