package dev.fallow.cli.text;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Reads records of comma-separated values (RFC 4180): cells may be in quotes, with line ends and doubled quotes inside. */
public final class CsvReader implements Closeable {
    private final BufferedReader in;
    private final char delimiter;
    private long record;

    /** Reads from a reader, which is closed with this one. */
    public CsvReader(Reader in, char delimiter) {
        this.in = new BufferedReader(in);
        this.delimiter = delimiter;
    }

    /** The number of records read so far. */
    public long records() {
        return record;
    }

    /**
     * The cells of the next record; null at the end. Empty lines are skipped.
     *
     * @throws IllegalArgumentException if a quote is not closed, or text follows it
     */
    public List<String> next() throws IOException {
        int c = in.read();
        while (c == '\n' || c == '\r' || c == '\ufeff' && record == 0) {
            c = in.read();
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
                while (c >= 0 && c != delimiter && c != '\n' && c != '\r') {
                    cell.append((char) c);
                    c = in.read();
                }
            }
            cells.add(cell.toString());
            if (c != delimiter) {
                return cells;
            }
            c = in.read();
        }
    }

    /** Reads a cell after its first quote; returns what follows its last one. */
    private int quoted(StringBuilder cell) throws IOException {
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new IllegalArgumentException("record " + record + ": a quote is not closed");
            } else if (c != '"') {
                cell.append((char) c);
                continue;
            }
            c = in.read();
            if (c != '"') {
                if (c >= 0 && c != delimiter && c != '\n' && c != '\r') {
                    throw new IllegalArgumentException("record " + record + ": text follows a quoted cell");
                }
                return c;
            }
            cell.append('"');
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
