/** Selections of elements: what is read or written, what region references contain, and where the elements of virtual datasets are. */
package dev.fallow.selection;
