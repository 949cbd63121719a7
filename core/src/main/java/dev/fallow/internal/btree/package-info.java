/** The file's B-trees as live structures: version 2 with any record type, and version 1 of groups. */
package dev.fallow.internal.btree;
