package dev.fallow.cli.space;

import dev.fallow.cli.text.Units;
import java.util.Locale;

/** Bars, numbers and names that fit into columns. */
public final class Window {
    private static final String MARK = "#";
    private static final String CUT = "..";

    private static final int DEFAULT_LINES = 24;
    private static final int LEAST_ROWS = 8;
    /** Of a table: the heading, what follows, and the next prompt. */
    private static final int OTHER_LINES = 5;

    private Window() {}

    /** The rows of a tree that fit on the screen, whose lines are in {@code LINES}, or 24. */
    public static int height() {
        String lines = System.getenv("LINES");
        boolean known = lines != null && lines.matches("[0-9]{1,4}");
        return Math.max(LEAST_ROWS, (known ? Integer.parseInt(lines) : DEFAULT_LINES) - OTHER_LINES);
    }

    /** A bar of at most {@code width} characters, filled to a share; what is not 0 has at least one mark. */
    public static String bar(long part, long whole, int width) {
        long marks = part <= 0 || whole <= 0 ? 0 : Math.max(1, Math.round((double) part / whole * width));
        return MARK.repeat((int) Math.min(Math.max(0, width), marks));
    }

    /** A share in percent. */
    public static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    /** A number of bytes: exact, or in a unit. */
    public static String bytes(long bytes, boolean exact) {
        return exact ? String.format(Locale.US, "%,d", bytes) : Units.of(bytes);
    }

    /** A text of at most {@code width} characters; dots stand for the start of a longer one. */
    public static String start(String text, int width) {
        int length = text.codePointCount(0, text.length());
        return length <= width ? text : CUT + text.substring(text.offsetByCodePoints(0, length - width + CUT.length()));
    }

    /** A text of at most {@code width} characters; dots stand for the end of a longer one. */
    public static String end(String text, int width) {
        return text.codePointCount(0, text.length()) <= width
                ? text
                : text.substring(0, text.offsetByCodePoints(0, width - CUT.length())) + CUT;
    }
}
