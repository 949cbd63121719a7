package dev.fallow.cli.browse;

/** What a key of the keyboard asks for. */
enum Key {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    /** Leaves what is shown. */
    BACK,
    /** Marks an object for deletion, or removes the mark. */
    MARK,
    /** Removes all marks. */
    CLEAR,
    HELP,
    QUIT,
    YES,
    NO,
    /** Ends at once, and deletes nothing. */
    INTERRUPT,
    OTHER;

    /** The key of a character. */
    static Key of(int c) {
        return switch (c) {
            case 'k' -> UP;
            case 'j' -> DOWN;
            case 'h' -> LEFT;
            case 'l' -> RIGHT;
            case 'g' -> HOME;
            case 'G' -> END;
            case ' ' -> PAGE_DOWN;
            case '\r', '\n' -> ENTER;
            case '\b', '\u007f' -> BACK;
            case 'd', 'D' -> MARK;
            case 'u', 'U' -> CLEAR;
            case '?' -> HELP;
            case 'q', 'Q' -> QUIT;
            case 'y', 'Y' -> YES;
            case 'n', 'N' -> NO;
            case '\u0003', '\u0004' -> INTERRUPT;
            default -> OTHER;
        };
    }
}
