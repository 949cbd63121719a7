package dev.fallow.internal.data;

/**
 * How strings are stored if no datatype is given.
 *
 * @param variable whether strings have variable length and are in the global heap
 * @param length otherwise the bytes per string; 0 uses the length of the longest one
 */
public record StringForm(boolean variable, int length) {
    /** Variable length. */
    public static final StringForm VARIABLE = new StringForm(true, 0);

    /** Fixed length, that of the longest string. */
    public static final StringForm FIXED = new StringForm(false, 0);
}
