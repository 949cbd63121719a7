package dev.fallow.cli.shell;

/**
 * Colours of text in a terminal. A coloured text has marks, which {@link TerminalWriter} replaces by what the terminal
 * understands, or leaves out: control characters, which nothing else that is printed contains.
 */
public enum Colour {
    /** Groups and elements. */
    BLUE(34),
    /** Links and notes. */
    CYAN(36),
    /** Committed datatypes. */
    MAGENTA(35),
    /** Heaps. */
    GREEN(32),
    /** Structures and warnings. */
    YELLOW(33),
    /** Errors, and what is lost. */
    RED(31),
    /** What is free. */
    FAINT(2);

    private static final int FIRST = 0x90;
    private static final char END = FIRST - 1;
    private static final Colour[] ALL = values();

    private final int code;

    Colour(int code) {
        this.code = code;
    }

    /** When colours are used. */
    public enum When {
        /** If standard output is a terminal and the environment does not forbid it. */
        AUTO,
        /** Always. */
        ALWAYS,
        /** Never. */
        NEVER
    }

    /** A text in this colour. */
    public String on(String text) {
        return text.isEmpty() ? text : (char) (FIRST + ordinal()) + text + END;
    }

    /** Whether a character is a mark. */
    static boolean isMark(char c) {
        return c >= END && c < FIRST + ALL.length;
    }

    /** What a terminal understands instead of a mark. */
    static String sequence(char mark) {
        return "\u001b[" + (mark == END ? 0 : ALL[mark - FIRST].code) + "m";
    }

    /** The number of characters that are seen. */
    static int length(String text) {
        int length = text.codePointCount(0, text.length());
        for (int i = 0; i < text.length(); i++) {
            length -= isMark(text.charAt(i)) ? 1 : 0;
        }
        return length;
    }
}
