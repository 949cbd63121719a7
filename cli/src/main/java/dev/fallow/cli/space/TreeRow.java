package dev.fallow.cli.space;

/**
 * A row of a tree of holders.
 *
 * @param number of the object, or {@link #MORE}
 * @param depth below the object at the top
 * @param held the bytes that the object, or the objects, hold
 * @param count the number of objects: 1, or those that are left out
 */
public record TreeRow(int number, int depth, long held, long count) {
    /** Stands for objects that are left out. */
    public static final int MORE = -1;
}
