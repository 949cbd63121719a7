package dev.fallow;

/**
 * An element of an enumeration. One-byte enumerations whose only names are {@code FALSE} and {@code TRUE} are read as
 * {@code boolean} instead.
 *
 * @param name null if the datatype has no name for the value
 * @param value the number; an unsigned 8-byte value is stored bit for bit
 */
public record EnumValue(String name, long value) {}
