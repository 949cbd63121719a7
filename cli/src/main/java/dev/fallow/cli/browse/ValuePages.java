package dev.fallow.cli.browse;

import java.util.List;

/** The values of a dataset as lines of text, of which those are read that are shown. */
interface ValuePages {
    /** The type and the shape. */
    Title title();

    /** The number of lines. */
    long lines();

    /** The number of elements of a line that can be moved over; 1 if there is nothing to move over. */
    long columns();

    /** Lines from one on, at most {@code count}, without the elements before a column. */
    List<String> read(long from, int count, long column, int width);
}
