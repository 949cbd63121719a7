package dev.fallow.cli.space;

import java.util.Locale;

/** How tables are fitted into a terminal, and the words of numbers. */
final class Window {
    private static final int DEFAULT_WIDTH = 80;
    private static final int LEAST_WIDTH = 60;
    private static final int MOST_WIDTH = 400;
    private static final String UNITS = "KMGTPE";
    private static final int UNIT = 1_024;
    private static final char MARK = '#';

    private Window() {}

    /** The width of the terminal: {@code COLUMNS}, or 80. */
    static int width() {
        return width(System.getenv("COLUMNS"));
    }

    static int width(String columns) {
        if (columns == null || !columns.matches("\\d{1,9}")) {
            return DEFAULT_WIDTH;
        }
        return Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, Integer.parseInt(columns)));
    }

    /** A bar of {@code width} characters, filled to a share; what is not 0 has at least one mark. */
    static String bar(long part, long whole, int width) {
        int marks = part <= 0 || whole <= 0 ? 0 : (int) Math.max(1, Math.round((double) part / whole * width));
        return String.valueOf(MARK).repeat(Math.min(width, marks));
    }

    /** A share in percent. */
    static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    /** A number of bytes: exact, or in a unit. */
    static String bytes(long bytes, boolean exact) {
        if (exact) {
            return String.format(Locale.ROOT, "%,d", bytes);
        }
        if (bytes < UNIT) {
            return bytes + " B";
        }
        double scaled = bytes;
        int unit = -1;
        while (scaled >= UNIT - 0.05 && unit < UNITS.length() - 1) {
            scaled /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %ciB", scaled, UNITS.charAt(unit));
    }

    /** A text that fits: its end is replaced by dots if it is too long. */
    static String end(String text, int width) {
        return text.codePointCount(0, text.length()) <= width
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 2))) + "..".substring(0, Math.min(2, width));
    }

    /** A text that fits: its start is replaced by dots if it is too long. */
    static String start(String text, int width) {
        int length = text.codePointCount(0, text.length());
        return length <= width ? text : ".." + text.substring(text.offsetByCodePoints(0, length - width + 2));
    }
}
