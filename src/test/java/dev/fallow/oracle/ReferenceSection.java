package dev.fallow.oracle;

/**
 * A free section as reported by libhdf5.
 *
 * @param address its address
 * @param size its size in bytes
 */
public record ReferenceSection(long address, long size) {}
