package dev.fallow.report;

/**
 * A free run that a manager of the file tracks, or that becomes free with the next commit.
 *
 * @param type the manager: "metadata" or "raw-data", in a paged file also "large"; or "released" for a run that the
 *     last commit still refers to; or "global-heap" for a run reclaimed inside a collection
 * @param address the first byte, relative to the base address
 * @param size in bytes
 */
public record FreeSection(String type, long address, long size) {}
