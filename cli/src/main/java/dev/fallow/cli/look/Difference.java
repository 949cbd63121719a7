package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.util.Locale;

/**
 * A difference between two files.
 *
 * @param what differs
 * @param path of the object or link in the first file; in the second one, if it is only there
 * @param attribute its name; null if it is not about an attribute
 * @param a how it is in the first file, safe to print; null if that says nothing
 * @param b how it is in the second file
 * @param count of different elements; 0 if it is not about elements
 * @param of all elements
 */
record Difference(What what, String path, String attribute, String a, String b, long count, long of) {
    /** What differs. */
    enum What {
        /** It is only in the first file. */
        ONLY_IN_A,
        /** It is only in the second file. */
        ONLY_IN_B,
        /** The kind of object or link. */
        KIND,
        /** What a link refers to. */
        TARGET,
        /** The datatype: values cannot be compared. */
        TYPE,
        /** The dimensions: values cannot be compared. */
        SHAPE,
        /** Elements. */
        VALUES,
        /** What a reference refers to. */
        REFERENCE;

        /** The name in JSON. */
        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static Difference of(What what, String path, String attribute, Object a, Object b) {
        return new Difference(what, path, attribute, text(a), text(b), 0, 0);
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }

    /** One line. */
    String line() {
        String name = NameText.printable(attribute == null ? path : path + "@" + attribute);
        return switch (what) {
            case ONLY_IN_A -> "only in A  " + name;
            case ONLY_IN_B -> "only in B  " + name;
            case VALUES -> "%-9s  %s  %,d of %,d differ, the first: %s".formatted("values", name, count, of, sides());
            default -> "%-9s  %s  %s".formatted(what.label(), name, sides());
        };
    }

    private String sides() {
        return a + " | " + b;
    }

    /** Writes one JSON object. */
    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("what", what.label());
        json.writeStringField("path", path);
        if (attribute != null) {
            json.writeStringField("attribute", attribute);
        }
        if (a != null || b != null) {
            json.writeStringField("a", a);
            json.writeStringField("b", b);
        }
        if (what == What.VALUES) {
            json.writeNumberField("count", count);
            json.writeNumberField("of", of);
        }
        json.writeEndObject();
    }
}
