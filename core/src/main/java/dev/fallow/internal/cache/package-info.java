/** The metadata of an open container in memory: blocks as images, patched in place and written in large runs. */
package dev.fallow.internal.cache;
