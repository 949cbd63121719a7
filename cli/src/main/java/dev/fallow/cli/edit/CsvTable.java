package dev.fallow.cli.edit;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.WrongTypeException;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.VariableLength;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of comma-separated values that becomes a dataset: of one dimension if it has one column, or a header, which makes
 * it a compound with a member for each column; otherwise of two. It is read twice, once for the types and once for the
 * elements, of which a bounded number is in memory at a time.
 */
final class CsvTable {
    private static final int ELEMENTS_AT_A_TIME = 1 << 16;

    private final Path file;
    private final String name;
    private final char delimiter;
    private final boolean header;
    private Datatype type;
    private long[] shape;
    /** Whether an empty line is an empty string. */
    private boolean texts;

    private CsvTable(Path file, String name, char delimiter, boolean header) {
        this.file = file;
        this.name = name;
        this.delimiter = delimiter;
        this.header = header;
    }

    /**
     * Looks through a file. Refuses records of different numbers of cells, no records, and an empty line between them that is not
     * a string.
     *
     * @param name of the file for messages
     * @param header whether the first record has names
     * @param type of each cell; null for the simplest one that fits
     */
    static CsvTable of(Path file, String name, char delimiter, boolean header, Datatype type) throws IOException {
        CsvTable table = new CsvTable(file, name, delimiter, header);
        List<GivenValue.Simplest> columns = new ArrayList<>();
        GivenValue.Simplest all = new GivenValue.Simplest();
        List<String> names = null;
        long rows = 0;
        long emptyLines = 0;
        long firstEmptyLine = 0;
        long emptyAtEnd;
        try (CsvReader in = new CsvReader(file, name, delimiter)) {
            for (List<String> cells = in.next(); cells != null; cells = in.next()) {
                if (columns.isEmpty()) {
                    cells.forEach(cell -> columns.add(new GivenValue.Simplest()));
                } else if (cells.size() != columns.size()) {
                    throw new IllegalArgumentException("%s, record %d: expected %d cells, found %d"
                            .formatted(name, in.record, columns.size(), cells.size()));
                }
                if (header && names == null) {
                    names = cells;
                    continue;
                }
                firstEmptyLine = emptyLines == 0 ? in.firstEmptyLine : firstEmptyLine;
                emptyLines += in.emptyLines;
                rows++;
                for (int i = 0; i < cells.size(); i++) {
                    columns.get(i).add(cells.get(i));
                    all.add(cells.get(i));
                }
            }
            emptyAtEnd = in.emptyLines;
        }
        if (columns.isEmpty() && !header && emptyAtEnd > 0 && isText(type)) {
            columns.add(all);
        }
        Datatype common = type == null ? all.type() : type;
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(name + " has no records");
        } else if (names != null) {
            Map<String, Datatype> members = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                Datatype member = type == null ? columns.get(i).type() : type;
                if (names.get(i).isEmpty() || members.put(names.get(i), member) != null) {
                    throw new IllegalArgumentException(
                            name + ": expected different names of columns, found \"" + names.get(i) + "\"");
                }
            }
            table.type = Types.compound(members);
        } else {
            table.type = common;
        }
        table.texts = columns.size() == 1 && isText(common);
        if (table.texts) {
            rows += emptyLines + emptyAtEnd;
        } else if (emptyLines > 0) {
            String expected = columns.size() == 1 ? "an element of type " + common : columns.size() + " cells";
            throw new IllegalArgumentException(
                    "%s, line %d: expected %s, found an empty line".formatted(name, firstEmptyLine, expected));
        }
        boolean flat = names != null || columns.size() == 1;
        table.shape = flat ? new long[] {rows} : new long[] {rows, columns.size()};
        return table;
    }

    private static boolean isText(Datatype type) {
        return type instanceof FixedString || type instanceof VariableLength sequence && sequence.string();
    }

    Datatype type() {
        return type;
    }

    long[] shape() {
        return shape.clone();
    }

    /** Writes the elements into a dataset of this type and shape. */
    void writeTo(Dataset dataset) throws IOException {
        int width = shape.length == 1 ? 1 : (int) shape[1];
        int batch = Math.max(1, ELEMENTS_AT_A_TIME / width);
        List<Object> rows = new ArrayList<>();
        long done = 0;
        try (CsvReader in = new CsvReader(file, name, delimiter)) {
            if (header) {
                in.next();
            }
            List<String> cells;
            do {
                cells = in.next();
                for (long i = texts ? in.emptyLines : 0; i >= 0; i--) {
                    if (i > 0 || cells != null) {
                        rows.add(row(i > 0 ? List.of("") : cells));
                    }
                    if (rows.size() == batch) {
                        done = write(dataset, rows, done);
                    }
                }
            } while (cells != null);
        }
        if (!rows.isEmpty()) {
            write(dataset, rows, done);
        }
    }

    private long write(Dataset dataset, List<Object> rows, long done) {
        long[] start = new long[shape.length];
        long[] count = shape.clone();
        start[0] = done;
        count[0] = rows.size();
        Object value = shape.length == 1 ? rows.toArray() : rows.toArray(Object[][]::new);
        try {
            dataset.write(Selection.block(start, count), value);
        } catch (WrongTypeException e) {
            String from = done == 0 ? "" : " (element [0] is here row " + done + " of the dataset)";
            throw new ContainerException(e.getMessage() + from, e);
        }
        rows.clear();
        return done + count[0];
    }

    private Object row(List<String> cells) {
        if (type instanceof Compound compound) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                Compound.Member member = compound.members().get(i);
                members.put(member.name(), GivenValue.element(cells.get(i), member.type()));
            }
            return members;
        }
        Object[] elements = new Object[cells.size()];
        Arrays.setAll(elements, i -> GivenValue.element(cells.get(i), type));
        return shape.length == 1 ? elements[0] : elements;
    }

    /** Reads records of comma-separated values (RFC 4180): cells may be in quotes, with line ends and doubled quotes inside. */
    private static final class CsvReader implements Closeable {
        private static final int NONE = -2;

        private final BufferedReader in;
        /** Of the file for messages. */
        private final String name;

        private final char delimiter;
        private boolean started;
        /** The number of records read so far. */
        private long record;

        private long lineEnds;
        /** The number of empty lines before the last record, or at the end. The line end of the last line is no further line. */
        private long emptyLines;
        /** The number of the first of these lines in the file, from 1. */
        private long firstEmptyLine;

        private int ahead = NONE;

        CsvReader(Path file, String name, char delimiter) throws IOException {
            this.name = name;
            in = Files.newBufferedReader(file, StandardCharsets.UTF_8);
            this.delimiter = delimiter;
        }

        /** The cells of the next record; null at the end. Empty lines are counted and skipped. */
        List<String> next() throws IOException {
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
                    throw wrong("a quote is not closed");
                } else if (c != '"') {
                    cell.append((char) c);
                    lineEnds += c == '\r' || c == '\n' && before != '\r' ? 1 : 0;
                    before = c;
                    continue;
                }
                c = read();
                if (c != '"') {
                    if (c >= 0 && c != delimiter && c != '\n') {
                        throw wrong("text follows a quoted cell");
                    }
                    return c;
                }
                cell.append('"');
                before = c;
            }
        }

        private IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException("%s, record %d: %s".formatted(name, record, what));
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
                try {
                    return in.read();
                } catch (CharacterCodingException e) {
                    throw new IOException(
                            "%s, behind record %d: expected text in UTF-8, found other bytes".formatted(name, record),
                            e);
                }
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
}
