/**
 * Old-style groups: symbol table entries and nodes. Their B-trees are in {@code btree}, their local
 * heaps in {@code heap}.
 */
package dev.fallow.format.group;
