package dev.fallow.benchmarks.race.entrant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.createdelete.Writes;
import dev.fallow.research.report.ResultJson;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * A lap as a line of JSON, with the fields that the programs in other languages print: {@code library}, {@code test},
 * {@code count}, {@code cpu_s}, {@code wall_s}, {@code file_bytes}. Fallow adds further fields; unknown fields are
 * ignored.
 */
public final class LapJson {
    private static final JsonFactory JSON = new JsonFactory();

    private LapJson() {}

    /** Encodes a lap as a line. */
    public static String of(Lap lap, ReportTest test, int count) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("library", lap.library());
            json.writeStringField("test", test.label());
            json.writeNumberField("count", count);
            json.writeNumberField("cpu_s", lap.cpuSeconds());
            json.writeNumberField("wall_s", lap.wallSeconds());
            json.writeNumberField("process_cpu_s", lap.processSeconds());
            json.writeNumberField("file_bytes", lap.fileBytes());
            json.writeNumberField("writes", lap.writes().writes());
            json.writeNumberField("written_bytes", lap.writes().bytes());
            json.writeNumberField("forces", lap.writes().forces());
            json.writeEndObject();
        } catch (IOException e) {
            throw new AssertionError("a string can be written", e);
        }
        return text.toString();
    }

    /**
     * The count in a line.
     *
     * @throws IOException if the line is not a flat JSON object, or has no count
     */
    static int count(String line) throws IOException {
        String count = fields(line).get("count");
        if (count == null || !count.matches("\\d{1,9}")) {
            throw new IOException("no count: " + line);
        }
        return Integer.parseInt(count);
    }

    private static Map<String, String> fields(String line) throws IOException {
        try (JsonParser json = JSON.createParser(line)) {
            json.nextToken();
            return fields(json);
        }
    }

    private static Map<String, String> fields(JsonParser json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        ResultJson.expect(json, json.currentToken(), JsonToken.START_OBJECT);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (!json.nextToken().isScalarValue()) {
                throw new JsonParseException(json, name + " is not a plain value");
            }
            fields.put(name, json.getText());
        }
        return fields;
    }

    /**
     * Reads a line.
     *
     * @throws IOException if it is not a flat JSON object, belongs to another test or count, or lacks CPU time or file
     *     length
     */
    public static Lap read(String line, ReportTest test, int count) throws IOException {
        return lap(fields(line), test, count);
    }

    /**
     * Reads an object whose first token has been read.
     *
     * @throws IOException as {@link #read(String, ReportTest, int)}
     */
    public static Lap read(JsonParser json, ReportTest test, int count) throws IOException {
        return lap(fields(json), test, count);
    }

    private static Lap lap(Map<String, String> fields, ReportTest test, int count) throws IOException {
        for (String name : new String[] {"library", "test", "count", "cpu_s", "file_bytes"}) {
            if (!fields.containsKey(name)) {
                throw new IOException("no " + name + ": " + fields);
            }
        }
        if (!fields.get("test").equals(test.label()) || !fields.get("count").equals(Integer.toString(count))) {
            throw new IOException("not of " + test.label() + ", " + count + ": " + fields);
        }
        try {
            return new Lap(
                    fields.get("library"),
                    Double.parseDouble(fields.get("cpu_s")),
                    Double.parseDouble(fields.getOrDefault("wall_s", "-1")),
                    Double.parseDouble(fields.getOrDefault("process_cpu_s", "-1")),
                    Long.parseLong(fields.get("file_bytes")),
                    new Writes(number(fields, "writes"), number(fields, "written_bytes"), number(fields, "forces")));
        } catch (NumberFormatException e) {
            throw new IOException("a field is not a number: " + fields, e);
        }
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.getOrDefault(name, "-1"));
    }
}
