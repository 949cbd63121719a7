package dev.fallow;

/**
 * Elements as they are in the file, byte for byte: stands for a value where one is written, of any datatype whose elements
 * have all of their data in themselves.
 *
 * @param bytes all elements, one after the other; not copied
 */
public record RawElements(byte[] bytes) {}
