package dev.fallow.cli.shell;

import dev.fallow.NameText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Removes everything that a terminal could interpret as a command. Commands print names with {@link NameText#printable} and
 * messages with {@link NameText#printableMessage}, which also keep them on one line; this filter catches omissions. Line ends
 * and tabs pass. So do surrogates; the encoder replaces unpaired ones. The marks of {@link Colour} become colours, or
 * nothing.
 */
public final class TerminalWriter extends FilterWriter {
    /** The mark of a carriage return: a control character, which nothing else that is printed contains. */
    static final char RETURN = '\u008e';

    private boolean colours;
    private boolean returns;

    /** Writes to another writer. */
    public TerminalWriter(Writer out) {
        super(out);
    }

    /** Whether coloured text is coloured; otherwise, which is the default, its marks are left out. */
    public void setColours(boolean wanted) {
        colours = wanted;
    }

    /** Whether {@link #RETURN} starts the line anew; otherwise, which is the default, it is escaped. */
    public void setReturns(boolean wanted) {
        returns = wanted;
    }

    @Override
    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
        write(new String(text, from, count), 0, count);
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
        int written = from;
        for (int i = from; i < from + count; i++) {
            char c = text.charAt(i);
            if (!passes(c)) {
                out.write(text, written, i - written);
                if (c == RETURN && returns) {
                    out.write('\r');
                } else if (!Colour.isMark(c)) {
                    out.write(NameText.printableMessage(Character.toString(c)));
                } else if (colours) {
                    out.write(Colour.sequence(c));
                }
                written = i + 1;
            }
        }
        out.write(text, written, from + count - written);
    }

    private static boolean passes(char c) {
        return NameText.isPrintable(c)
                || c == '\t'
                || System.lineSeparator().indexOf(c) >= 0
                || c == '\n'
                || Character.isSurrogate(c);
    }
}
