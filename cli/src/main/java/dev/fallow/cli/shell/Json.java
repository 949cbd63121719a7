package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.fallow.NameText;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * JSON on standard output. Strings are exact. Characters that {@link NameText} escapes are written as JSON escapes. So
 * are surrogates, because a lone one, which represents a byte that is not UTF-8, cannot be encoded.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final CharacterEscapes ESCAPES = new Escapes();

    private Json() {}

    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private static final int[] ASCII = standardAsciiEscapesForJSON();

        static {
            ASCII[0x7F] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ASCII.clone();
        }

        @Override
        public SerializableString getEscapeSequence(int c) {
            return NameText.isPrintable(c) ? null : new SerializedString(String.format("\\u%04x", c));
        }
    }

    /** Prints one JSON value on one line. */
    public static void printLine(PrintWriter out, IoConsumer<JsonGenerator> body) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setCharacterEscapes(ESCAPES);
            body.accept(json);
        }
        out.println();
    }

    /** Writes a field with an array of objects. */
    public static <T> void array(JsonGenerator json, String name, Iterable<T> objects, IoConsumer<T> fields)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (T each : objects) {
            json.writeStartObject();
            fields.accept(each);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes an object. */
    public static void object(JsonGenerator json, IoConsumer<JsonGenerator> fields) {
        try {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a PrintWriter never fails
        }
    }

    /** Writes a field with an array of strings. */
    public static void strings(JsonGenerator json, String name, List<String> strings) throws IOException {
        json.writeFieldName(name);
        json.writeArray(strings.toArray(String[]::new), 0, strings.size());
    }

    /** Writes the field {@code shape}: null for a null dataspace. */
    public static void shape(JsonGenerator json, Optional<long[]> shape) throws IOException {
        json.writeFieldName("shape");
        if (shape.isEmpty()) {
            json.writeNull();
        } else {
            json.writeArray(shape.get(), 0, shape.get().length);
        }
    }

    /** Writes the fields of a free section. */
    public static void section(JsonGenerator json, FreeSection section) throws IOException {
        json.writeStringField("type", section.type().label());
        json.writeNumberField("address", section.address());
        json.writeNumberField("size", section.size());
    }

    /**
     * Prints one JSON object as it is produced, and a line end. Its first field, {@code schema}, is the command's name
     * and the version of the object's form.
     */
    public static void print(PrintWriter out, String schema, IoConsumer<JsonGenerator> fields) {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.disable(
                    JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // after an error the value is cut off, not shorter
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.setCharacterEscapes(ESCAPES);
            json.writeStartObject();
            json.writeStringField("schema", "fallow." + schema);
            fields.accept(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a PrintWriter never fails
        }
        out.println();
    }
}
