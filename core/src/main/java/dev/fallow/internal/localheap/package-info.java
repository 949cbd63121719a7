/** Local heaps, which store the names of old-style groups. */
package dev.fallow.internal.localheap;
