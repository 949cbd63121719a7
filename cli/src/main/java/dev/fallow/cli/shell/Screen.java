package dev.fallow.cli.shell;

import java.io.Console;

/** How much text fits into a line. */
public final class Screen {
    private static final int DEFAULT_WIDTH = 80;
    private static final int LEAST = 40;
    private static final int MOST = 1_000;

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

    /** Whether text is coloured if nothing else is wanted: not if {@code NO_COLOR} is set, and only in a terminal. */
    public static boolean showsColours() {
        String terminal = System.getenv("TERM");
        return showsColours(System.getenv("NO_COLOR"), terminal) && isTerminal();
    }

    static boolean showsColours(String noColour, String terminal) {
        return (noColour == null || noColour.isEmpty()) && terminal != null && !terminal.equals("dumb");
    }

    /** Whether output is a terminal: as the script that starts the command says, or else whether input and output are. */
    public static boolean isTerminal() {
        String said = System.getProperty("fallow.terminal");
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
}
