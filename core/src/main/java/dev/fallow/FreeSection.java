package dev.fallow;

/**
 * A run of free bytes that a manager of the file tracks.
 *
 * @param type whose space it is: "metadata" or "raw-data"; in a paged file also "large"
 * @param address first byte, relative to the base address
 * @param size bytes
 */
public record FreeSection(String type, long address, long size) {}
