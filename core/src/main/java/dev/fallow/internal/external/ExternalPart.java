package dev.fallow.internal.external;

/**
 * A part of another file that contains elements.
 *
 * @param file its name, as stored
 * @param offset of the first byte in the file
 * @param size in bytes; -1 for all that follows
 */
public record ExternalPart(String file, long offset, long size) {}
