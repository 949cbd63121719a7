/** Global heaps, which store variable-length parts of elements. */
package dev.fallow.internal.globalheap;
