package dev.fallow.cli.browse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** A terminal whose whole screen shows a state, until it is over. */
final class FullScreen {
    /** How long a key is waited for before the size of the window is looked at, and what follows an escape character. */
    private static final long WAIT_MILLIS = 200;

    private static final long SEQUENCE_MILLIS = 50;
    private static final int ESCAPE = 27;

    private static final int DEFAULT_WIDTH = 80;
    private static final int DEFAULT_HEIGHT = 24;

    private final Terminal terminal;
    private final BrowseObjects objects;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    FullScreen(Terminal terminal, BrowseObjects objects) {
        this.terminal = terminal;
        this.objects = objects;
    }

    /** The terminal of the command. Fails if there is none. */
    static Terminal open() throws IOException {
        return TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .nativeSignals(true)
                .signalHandler(Terminal.SignalHandler.SIG_IGN)
                .build();
    }

    /** Shows the objects, and does what keys ask for. Afterwards the screen is as it was before. */
    BrowseState run() throws IOException {
        Attributes before = terminal.enterRawMode();
        terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        try {
            return loop();
        } finally {
            terminal.puts(Capability.cursor_normal);
            terminal.puts(Capability.keypad_local);
            terminal.puts(Capability.exit_ca_mode);
            terminal.setAttributes(before);
            terminal.flush();
        }
    }

    private BrowseState loop() throws IOException {
        Display display = new Display(terminal, true);
        BrowseState state = BrowseState.first();
        Size shown = new Size();
        while (!state.isOver()) {
            Size size = size();
            if (!size.equals(shown)) {
                shown = size;
                display.clear();
                display.resize(size.getRows(), size.getColumns());
                terminal.puts(Capability.clear_screen);
            }
            BrowseLines drawn = new BrowseLines(objects, size.getColumns(), size.getRows());
            display.update(styled(drawn.lines(state), size.getColumns()), 0);
            Key key = key(size);
            if (key != null) {
                state = state.press(key, objects, drawn.page());
            }
        }
        return state;
    }

    private Size size() {
        Size size = terminal.getSize();
        return size.getRows() > 0 && size.getColumns() > 0 ? size : new Size(DEFAULT_WIDTH, DEFAULT_HEIGHT);
    }

    /** Waits for a key; null if the size of the window has changed. */
    private Key key(Size size) throws IOException {
        NonBlockingReader reader = terminal.reader();
        while (true) {
            if (interrupted.get()) {
                return Key.INTERRUPT;
            }
            int c = reader.read(WAIT_MILLIS);
            if (c == NonBlockingReader.READ_EXPIRED) {
                if (!size().equals(size)) {
                    return null;
                }
            } else if (c < 0) {
                return Key.INTERRUPT; // the terminal is gone
            } else {
                return c == ESCAPE ? sequence(reader) : Key.of(c);
            }
        }
    }

    /** The key whose sequence begins with the escape character that has been read. */
    private static Key sequence(NonBlockingReader reader) throws IOException {
        int c = reader.peek(SEQUENCE_MILLIS);
        if (c != '[' && c != 'O') {
            return Key.BACK;
        }
        reader.read();
        StringBuilder sequence = new StringBuilder();
        do {
            c = reader.read(SEQUENCE_MILLIS);
            sequence.append((char) Math.max(0, c));
        } while (c >= '0' && c <= '9' || c == ';');
        return switch (sequence.toString()) {
            case "A" -> Key.UP;
            case "B" -> Key.DOWN;
            case "C" -> Key.RIGHT;
            case "D" -> Key.LEFT;
            case "H", "1~", "7~" -> Key.HOME;
            case "F", "4~", "8~" -> Key.END;
            case "5~" -> Key.PAGE_UP;
            case "6~" -> Key.PAGE_DOWN;
            default -> Key.OTHER;
        };
    }

    /** Lines that fit into the columns, of which some characters take two. */
    private static List<AttributedString> styled(List<BrowseLines.Line> lines, int width) {
        List<AttributedString> styled = new ArrayList<>();
        for (BrowseLines.Line line : lines) {
            AttributedStyle style = switch (line.look()) {
                case PLAIN -> AttributedStyle.DEFAULT;
                case FRAMED -> AttributedStyle.DEFAULT.inverse();
                case CURSOR -> AttributedStyle.DEFAULT.inverse().bold();
                case MARKED -> AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
                case NOTE -> AttributedStyle.DEFAULT.bold();
            };
            styled.add(new AttributedString(line.text(), style).columnSubSequence(0, width));
        }
        return styled;
    }
}
