/** The structures of a hash table on a block store: its description, its index, its entries, and its doubling. */
package dev.fallow.research.hashtable;
