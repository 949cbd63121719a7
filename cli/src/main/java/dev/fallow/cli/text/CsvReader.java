package dev.fallow.cli.text;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Reads records of comma-separated values (RFC 4180): cells may be in quotes, with line ends and doubled quotes inside. */
public final class CsvReader implements Closeable {
    private static final int NONE = -2;

    private final BufferedReader in;
    private final char delimiter;
    private boolean started;
    private long record;
    private long lineEnds;
    private long emptyLines;
    private long firstEmptyLine;
    private int ahead = NONE;

    /** Reads from a reader, which is closed with this one. */
    public CsvReader(Reader in, char delimiter) {
        this.in = new BufferedReader(in);
        this.delimiter = delimiter;
    }

    /** The number of records read so far. */
    public long records() {
        return record;
    }

    /** The number of empty lines before the last record, or at the end. The line end of the last line is no further line. */
    public long emptyLines() {
        return emptyLines;
    }

    /** The number of the first of these lines in the file, from 1. */
    public long firstEmptyLine() {
        return firstEmptyLine;
    }

    /**
     * The cells of the next record; null at the end. Empty lines are counted and skipped.
     *
     * @throws IllegalArgumentException if a quote is not closed, or text follows it
     */
    public List<String> next() throws IOException {
        int c = read();
        if (!started && c == '\ufeff') {
            c = read();
        }
        started = true;
        emptyLines = 0;
        for (; c == '\n'; c = read()) {
            if (emptyLines++ == 0) {
                firstEmptyLine = lineEnds;
            }
        }
        if (c < 0) {
            return null;
        }
        record++;
        List<String> cells = new ArrayList<>();
        while (true) {
            StringBuilder cell = new StringBuilder();
            if (c == '"') {
                c = quoted(cell);
            } else {
                while (c >= 0 && c != delimiter && c != '\n') {
                    cell.append((char) c);
                    c = read();
                }
            }
            cells.add(cell.toString());
            if (c != delimiter) {
                return cells;
            }
            c = read();
        }
    }

    /** Reads a cell after its first quote; returns what follows its last one. */
    private int quoted(StringBuilder cell) throws IOException {
        int before = NONE;
        while (true) {
            int c = exact();
            if (c < 0) {
                throw new IllegalArgumentException("record " + record + ": a quote is not closed");
            } else if (c != '"') {
                cell.append((char) c);
                lineEnds += c == '\r' || c == '\n' && before != '\r' ? 1 : 0;
                before = c;
                continue;
            }
            c = read();
            if (c != '"') {
                if (c >= 0 && c != delimiter && c != '\n') {
                    throw new IllegalArgumentException("record " + record + ": text follows a quoted cell");
                }
                return c;
            }
            cell.append('"');
            before = c;
        }
    }

    /** The next character; a line feed for a line end of any kind; -1 at the end. */
    private int read() throws IOException {
        int c = exact();
        if (c == '\r') {
            int next = exact();
            ahead = next == '\n' ? NONE : next;
            c = '\n';
        }
        lineEnds += c == '\n' ? 1 : 0;
        return c;
    }

    /** The next character as it is; -1 at the end. */
    private int exact() throws IOException {
        if (ahead == NONE) {
            return in.read();
        }
        int c = ahead;
        ahead = NONE;
        return c;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
