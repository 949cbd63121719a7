/**
 * Columns of numbers and text with an entry for each object of a file: in memory up to a limit, beyond it in a temporary file, so that
 * a file of millions of objects can be shown by a JVM with a small heap.
 */
package dev.fallow.cli.column;
