/**
 * Old-style groups: symbol table entries and nodes. Their B-trees are in {@link dev.fallow.format.btree}, their local
 * heaps in {@link dev.fallow.format.heap}.
 */
package dev.fallow.format.group;
