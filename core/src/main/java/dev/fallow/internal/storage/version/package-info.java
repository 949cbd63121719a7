/** What is read of a file while it is edited: snapshots, and read-only containers that show the same file. */
package dev.fallow.internal.storage.version;
