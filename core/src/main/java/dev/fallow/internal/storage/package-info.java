/** Storage of bytes, in a file or in memory. All file access is in this package. */
package dev.fallow.internal.storage;
