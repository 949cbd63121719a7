package dev.fallow.oracle;

/**
 * A free section as libhdf5 tells it.
 *
 * @param address first byte in the file
 * @param size bytes
 */
public record ReferenceSection(long address, long size) {}
