/** Fractal heaps, which store the messages of dense storage. */
package dev.fallow.internal.heap;
