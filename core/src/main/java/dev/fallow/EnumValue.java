package dev.fallow;

/**
 * An element of an enumeration. Those whose only names are {@code FALSE} and {@code TRUE}, of one byte, are {@code boolean}s
 * instead.
 *
 * @param name null if the type has no name for the number
 * @param value the number; an unsigned one of eight bytes bit for bit
 */
public record EnumValue(String name, long value) {}
