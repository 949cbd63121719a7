/** B-trees of the file as live structures, for reading: version 2 of any record type, and version 1 of groups. */
package dev.fallow.internal.btree;
