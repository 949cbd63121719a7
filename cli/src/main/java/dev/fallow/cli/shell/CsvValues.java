package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.EnumValue;
import dev.fallow.NameText;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Elements as comma-separated values (RFC 4180): a line for each row of two and more dimensions, otherwise for each element.
 * Elements of a compound have a column for each member, after a line with the names. What is itself composed is JSON in a
 * cell.
 */
public final class CsvValues {
    private final PrintWriter out;
    private final String name;
    private final Values values;
    /** The number of elements that have been printed. */
    private long printed;

    /** @param name of the file and what is in it, for messages */
    public CsvValues(PrintWriter out, String name, Values values) {
        this.out = out;
        this.name = name;
        this.values = values;
    }

    /** Prints all elements; a string with a byte that is not UTF-8 is refused. */
    public void print() throws IOException {
        if (values.type() instanceof Compound compound) {
            out.println(names(compound));
            values.forEach(element -> {
                out.println(record(compound, ElementText.members(compound, element)));
                printed++;
            });
        } else {
            long width = values.hasRows() ? values.width() : 1;
            values.forEach(element -> {
                String cell = cell(values.type(), element, "");
                out.print(width == 1 ? line(cell) : cell);
                if (++printed % width == 0) {
                    out.println();
                } else {
                    out.print(',');
                }
            });
        }
        out.flush();
    }

    private String names(Compound type) {
        StringJoiner names = new StringJoiner(",");
        for (Compound.Member member : type.members()) {
            if (!NameText.isUtf8(member.name())) {
                throw refusal("member " + member.name(), member.name());
            }
            names.add(quoted(member.name()));
        }
        return line(names.toString());
    }

    private String record(Compound type, Map<?, ?> element) throws IOException {
        StringJoiner cells = new StringJoiner(",");
        for (Compound.Member member : type.members()) {
            cells.add(cell(member.type(), element.get(member.name()), ", member " + member.name()));
        }
        return line(cells.toString());
    }

    /** Readers skip empty lines: an empty string that has a line for itself is in quotes. */
    private static String line(String cells) {
        return cells.isEmpty() ? "\"\"" : cells;
    }

    /** @param member a part of the message that names it */
    private String cell(Datatype type, Object element, String member) throws IOException {
        String cell = cell(type, element);
        if (!NameText.isUtf8(cell)) {
            throw refusal(values.place(printed) + member, cell);
        }
        return cell;
    }

    private ContainerException refusal(String place, String text) {
        int lone = text.codePoints()
                .filter(c -> Character.isBmpCodePoint(c) && Character.isSurrogate((char) c))
                .findFirst()
                .orElseThrow();
        return new ContainerException("%s: %s: the byte 0x%02X is not UTF-8, and CSV cannot express it; --json can"
                .formatted(name, place, lone & 0xFF));
    }

    private static String cell(Datatype type, Object element) throws IOException {
        if (element == null) {
            return "";
        } else if (element instanceof String text) {
            return quoted(text);
        } else if (element instanceof EnumValue value) {
            return value.name().isPresent() ? quoted(value.name().get()) : Long.toString(value.value());
        } else if (element instanceof Number number) {
            return ElementText.unsigned(type, number).toString();
        } else if (element instanceof Boolean truth) {
            return truth.toString();
        }
        StringWriter json = new StringWriter();
        PrintWriter writer = new PrintWriter(json);
        Json.printLine(writer, generator -> ElementText.write(generator, type, element));
        return quoted(unquoted(json.toString().strip()));
    }

    /** A JSON string without its quotes, such as opaque bytes. */
    private static String unquoted(String json) {
        return json.startsWith("\"") && json.endsWith("\"") ? json.substring(1, json.length() - 1) : json;
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                && text.equals(text.strip());
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
