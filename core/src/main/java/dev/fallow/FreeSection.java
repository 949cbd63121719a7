package dev.fallow;

/**
 * A run of free bytes that a manager of the file tracks, or that will be free once what was changed is committed.
 *
 * @param type whose space it is: "metadata" or "raw-data"; in a paged file also "large"; or "released" for what is still
 *     kept because the last commit refers to it; or "global-heap" for what was taken back inside of a collection
 * @param address first byte, relative to the base address
 * @param size bytes
 */
public record FreeSection(String type, long address, long size) {}
