package dev.fallow.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.fallow.format.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * JSON on standard output. Strings are exact. Characters that {@link Printable} escapes are written as JSON escapes, and so is each
 * surrogate: a lone one, which stands for a byte that is not UTF-8, could not be encoded.
 */
final class Json {
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
            return Printable.isPlain(c) ? null : new SerializedString(String.format("\\u%04x", c));
        }
    }

    /** Writes the value. */
    @FunctionalInterface
    interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** Prints one JSON value, and a line end. */
    static void print(PrintWriter out, Body body) {
        out.println(text(body, new DefaultPrettyPrinter()));
    }

    /** One JSON value on one line, without a line end. */
    static String line(Body body) {
        return text(body, new MinimalPrettyPrinter());
    }

    private static String text(Body body, PrettyPrinter layout) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setPrettyPrinter(layout);
            json.setCharacterEscapes(ESCAPES);
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
