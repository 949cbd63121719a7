package dev.fallow.research.report;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A machine-readable file of results: an object with textual facts, and an array with all measurements. */
public final class ResultJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ResultJson() {}

    /** Writes the elements of the array. */
    @FunctionalInterface
    public interface Elements {
        /** Writes the elements. */
        void write(JsonGenerator json) throws IOException;
    }

    /** Reads one element of the array, whose first token has been read. */
    @FunctionalInterface
    public interface Element {
        /** Reads the element, up to its last token. */
        void read(JsonParser json) throws IOException;
    }

    /** Writes a file. */
    public static void write(Path file, Map<String, String> facts, String array, Elements elements) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(Files.newOutputStream(file), JsonEncoding.UTF8)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                json.writeStringField(fact.getKey(), fact.getValue());
            }
            json.writeArrayFieldStart(array);
            elements.write(json);
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /**
     * Reads a file.
     *
     * @return the facts
     * @throws IOException if it cannot be read, or is not a file of results
     */
    public static Map<String, String> read(Path file, String array, Element element) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(Files.newInputStream(file))) {
            expect(json, json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (name.equals(array)) {
                    expect(json, json.nextToken(), JsonToken.START_ARRAY);
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        expect(json, json.currentToken(), JsonToken.START_OBJECT);
                        element.read(json);
                    }
                } else {
                    expect(json, json.nextToken(), JsonToken.VALUE_STRING);
                    facts.put(name, json.getText());
                }
            }
            expect(json, json.currentToken(), JsonToken.END_OBJECT);
        }
        return facts;
    }

    /** @throws JsonParseException if the tokens differ */
    public static void expect(JsonParser json, JsonToken found, JsonToken expected) throws JsonParseException {
        if (found != expected) {
            throw new JsonParseException(json, "no results: expected " + expected + ", found " + found);
        }
    }
}
