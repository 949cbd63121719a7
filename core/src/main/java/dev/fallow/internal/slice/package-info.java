/** Selections of elements, and how they lie in a grid of chunks. */
package dev.fallow.internal.slice;
