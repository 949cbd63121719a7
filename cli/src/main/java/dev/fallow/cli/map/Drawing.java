package dev.fallow.cli.map;

import java.io.IOException;
import java.io.OutputStream;

/** A picture of rectangles and lines of text. */
interface Drawing {
    /** Fills a rectangle. */
    void rectangle(double x, double y, double width, double height, int colour);

    /** Draws the border of a rectangle. */
    void frame(double x, double y, double width, double height, int colour);

    /** Writes a line; y is its base line. */
    void text(double x, double y, int size, int colour, String text);

    /** Writes the picture. */
    void write(OutputStream out) throws IOException;
}
