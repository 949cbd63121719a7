package dev.fallow.cli.browse;

import dev.fallow.cli.shell.Screen;

/**
 * What a dataset is, for people.
 *
 * @param shape the dimensions, and their limits if they differ
 */
record Title(String type, String shape) {
    /** Of an object that has neither. */
    static final Title NONE = new Title("", "");

    private static final int LEAST_TYPE = 6;

    boolean isEmpty() {
        return shape.isEmpty();
    }

    /** The number of characters, if nothing is shortened. */
    int length() {
        return isEmpty() ? 0 : Screen.length(type) + 2 + Screen.length(shape);
    }

    /** At most so many characters: the type is shortened, then left out, then the shape is shortened. */
    String fitting(int width) {
        int forType = width - Screen.length(shape) - 2;
        if (isEmpty() || forType < LEAST_TYPE && Screen.length(type) > forType) {
            return Screen.end(shape, Math.max(LEAST_TYPE, width));
        }
        return Screen.end(type, forType) + "  " + shape;
    }
}
