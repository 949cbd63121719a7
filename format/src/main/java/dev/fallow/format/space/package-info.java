/** Persistent free space: the free-space manager header and its section list. */
package dev.fallow.format.space;
