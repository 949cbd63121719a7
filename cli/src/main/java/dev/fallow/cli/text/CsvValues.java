package dev.fallow.cli.text;

import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.value.EnumValue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Elements as comma-separated values (RFC 4180): a line for each row of two and more dimensions, otherwise for each element.
 * Elements of a compound have a column for each member, after a line with the names. What is itself composed is JSON in a
 * cell.
 */
public final class CsvValues {
    private final PrintWriter out;
    private final Values values;

    /** Prints to a terminal or a file. */
    public CsvValues(PrintWriter out, Values values) {
        this.out = out;
        this.values = values;
    }

    /** Prints all elements. */
    public void print() throws IOException {
        long[] shape = values.shape();
        if (values.type() instanceof Compound compound) {
            StringJoiner names = new StringJoiner(",");
            compound.members().forEach(member -> names.add(quoted(member.name())));
            out.println(names);
            values.forEach(element -> out.println(record(compound, (Map<?, ?>) element)));
        } else {
            long width = shape == null || shape.length < 2 ? 1 : values.width();
            long[] done = {0};
            values.forEach(element -> {
                out.print(cell(values.type(), element));
                if (++done[0] % width == 0) {
                    out.println();
                } else {
                    out.print(',');
                }
            });
        }
        out.flush();
    }

    private static String record(Compound type, Map<?, ?> element) throws IOException {
        StringJoiner cells = new StringJoiner(",");
        List<Compound.Member> members = type.members();
        for (Compound.Member member : members) {
            cells.add(cell(member.type(), element.get(member.name())));
        }
        return cells.toString();
    }

    private static String cell(Datatype type, Object element) throws IOException {
        if (element == null) {
            return "";
        } else if (element instanceof String text) {
            return quoted(text);
        } else if (element instanceof EnumValue value) {
            return value.name() == null ? Long.toString(value.value()) : quoted(value.name());
        } else if (element instanceof Number number) {
            return Numbers.unsigned(type, number).toString();
        } else if (element instanceof Boolean truth) {
            return truth.toString();
        }
        StringWriter json = new StringWriter();
        PrintWriter writer = new PrintWriter(json);
        Json.printLine(writer, generator -> new JsonElements(generator).write(type, element));
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
