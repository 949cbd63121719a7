/** Labelled byte runs, their overlaps and the gaps between them. */
package dev.fallow.internal.extent;
