/** Runs of bytes with labels, whoever they belong to: where they overlap, and what is between them. */
package dev.fallow.internal.extent;
