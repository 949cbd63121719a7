/** B-trees of both versions: their nodes, what their records hold, and how many records fit into a node. */
package dev.fallow.format.btree;
