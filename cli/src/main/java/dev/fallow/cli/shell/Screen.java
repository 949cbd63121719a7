package dev.fallow.cli.shell;

import java.io.Console;
import java.util.Locale;

/** How much text fits on the screen; bars, numbers and names that fit into columns. */
public final class Screen {
    /** The system property with which the script that starts the command says whether output is a terminal. */
    public static final String TERMINAL_PROPERTY = "fallow.terminal";

    private static final int DEFAULT_WIDTH = 80;
    private static final int LEAST = 40;
    private static final int MOST = 1_000;

    private static final int DEFAULT_LINES = 24;
    private static final int LEAST_ROWS = 8;
    /** Of a table: the heading, what follows, and the next prompt. */
    private static final int OTHER_LINES = 5;

    private static final String CUT = "..";

    private Screen() {}

    /** The columns of a line: the environment variable {@code COLUMNS}, from 40 to 1,000; otherwise 80. */
    public static int width() {
        return width(System.getenv("COLUMNS"));
    }

    static int width(String columns) {
        if (columns == null || !columns.matches("[0-9]{1,9}")) {
            return DEFAULT_WIDTH;
        }
        int width = Integer.parseInt(columns);
        return width == 0 ? DEFAULT_WIDTH : Math.max(LEAST, Math.min(width, MOST));
    }

    /** The rows of a tree that fit on the screen, whose lines are in {@code LINES}, or 24. */
    public static int height() {
        String lines = System.getenv("LINES");
        boolean known = lines != null && lines.matches("[0-9]{1,4}");
        return Math.max(LEAST_ROWS, (known ? Integer.parseInt(lines) : DEFAULT_LINES) - OTHER_LINES);
    }

    /** Whether text is coloured if nothing else is wanted: not if {@code NO_COLOR} is set, and only in a terminal. */
    public static boolean showsColours() {
        return showsColours(System.getenv("NO_COLOR"), System.getenv("TERM")) && isTerminal();
    }

    static boolean showsColours(String noColour, String terminal) {
        return (noColour == null || noColour.isEmpty()) && terminal != null && !terminal.equals("dumb");
    }

    /** Whether output is a terminal: as the script that starts the command says, or else whether input and output are. */
    public static boolean isTerminal() {
        String said = System.getProperty(TERMINAL_PROPERTY);
        if (said != null) {
            return said.equals("true");
        }
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try { // JDK 22 and later have a console that need not be a terminal
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** A bar of at most {@code width} characters, filled to a share; what is not 0 has at least one mark. */
    public static String bar(long part, long whole, int width) {
        long marks = part <= 0 || whole <= 0 ? 0 : Math.max(1, Math.round((double) part / whole * width));
        return "#".repeat((int) Math.min(Math.max(0, width), marks));
    }

    /** A share in percent. */
    public static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    /** A number of bytes: exact, or in a unit. */
    public static String bytes(long bytes, boolean exact) {
        return exact ? String.format(Locale.US, "%,d", bytes) : Units.of(bytes);
    }

    /** The number of characters of a text. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** A text of at most {@code width} characters; dots stand for the start of a longer one. */
    public static String start(String text, int width) {
        int length = length(text);
        return length <= width ? text : CUT + text.substring(text.offsetByCodePoints(0, length - width + CUT.length()));
    }

    /** A text of at most {@code width} characters; dots stand for the end of a longer one. */
    public static String end(String text, int width) {
        return length(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, width - CUT.length())) + CUT;
    }
}
