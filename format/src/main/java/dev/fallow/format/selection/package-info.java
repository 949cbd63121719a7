/** Selections of elements in a dataspace, as region references store them. */
package dev.fallow.format.selection;
