package dev.fallow.cli.shell;

import dev.fallow.value.NameText;

/** Commands to be copied from a terminal to a shell. */
public final class CommandLines {
    private CommandLines() {}

    /** A word as bash and zsh read it, safe to print: quoted if it has other characters than those of usual file names. */
    public static String word(String text) {
        if (text.matches("[A-Za-z0-9_./+:@%,=-]+") && !text.startsWith("-")) {
            return text;
        }
        String plain = text.startsWith("-") ? "./" + text : text; // not an option
        String escaped = NameText.printable(plain);
        return escaped.equals(plain)
                ? "'" + plain.replace("'", "'\\''") + "'"
                : "$'" + escaped.replace("'", "\\'") + "'";
    }
}
