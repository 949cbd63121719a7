package dev.fallow;

/**
 * Elements as stored in the file, byte for byte. Can be passed wherever a value is written, for datatypes whose
 * elements contain all of their data.
 *
 * @param bytes all elements in sequence; not copied
 */
public record RawElements(byte[] bytes) {}
