/** The version 1 B-tree of chunks. */
package dev.fallow.internal.chunk.tree;
