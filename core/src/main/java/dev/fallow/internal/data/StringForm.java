package dev.fallow.internal.data;

/**
 * How strings are stored whose datatype is not given.
 *
 * @param variable whether each is as long as it is, in the global heap
 * @param length else bytes of each; 0: as many as the longest one has
 */
public record StringForm(boolean variable, int length) {
    /** As long as the longest one. */
    public static final StringForm FIXED = new StringForm(false, 0);
}
