/** B-trees of both versions: nodes, records, and the capacity of nodes. */
package dev.fallow.format.btree;
