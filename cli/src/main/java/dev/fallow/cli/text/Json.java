package dev.fallow.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

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
    public static void printLine(PrintWriter out, Body body) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setCharacterEscapes(ESCAPES);
            body.write(json);
        }
        out.println();
    }

    /** Writes the value. */
    @FunctionalInterface
    public interface Body {
        /** Writes it. */
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * Prints one JSON object as it is produced, and a line end. Its first field, {@code schema}, is the command's name
     * and the version of the object's form.
     *
     * @param fields writes the other fields
     */
    public static void print(PrintWriter out, String schema, Body fields) {
        print(out, json -> {
            json.writeStartObject();
            json.writeStringField("schema", "fallow." + schema);
            fields.write(json);
            json.writeEndObject();
        });
    }

    /** Prints one JSON value as it is produced, and a line end. */
    public static void print(PrintWriter out, Body body) {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.disable(
                    JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // after an error the value is cut off, not shorter
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.setCharacterEscapes(ESCAPES);
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a PrintWriter never fails
        }
        out.println();
    }
}
