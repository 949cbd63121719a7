/** The file's heaps as live structures: fractal, global and local heaps. */
package dev.fallow.internal.heap;
