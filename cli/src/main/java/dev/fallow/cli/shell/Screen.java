package dev.fallow.cli.shell;

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
}
