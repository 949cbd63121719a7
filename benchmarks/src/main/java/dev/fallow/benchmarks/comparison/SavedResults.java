package dev.fallow.benchmarks.comparison;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results that were measured before, as {@link JsonReport} wrote them: texts and plots that changed since are made again from
 * them, without measuring anything.
 */
public final class SavedResults {
    /** How it is called. */
    public static final String USAGE = """
            report RESULTS [--readme FILE]
              RESULTS   SCALE.json of a comparison; SCALE.md and the plots beside it are written again
              --readme  a Markdown file that the report is put into, too, between its two marks""";

    private static final String EXTENSION = ".json";

    private final Path file;
    private final Path readme; // null: none
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Results results;

    private SavedResults(Path file, Path readme, Scale scale) {
        this.file = file;
        this.readme = readme;
        results = new Results(scale);
    }

    /**
     * What the arguments name.
     *
     * @throws IllegalArgumentException if an argument is not understood; the message says which
     */
    public static SavedResults of(List<String> arguments) {
        boolean hasReadme = arguments.size() == 3 && arguments.get(1).equals("--readme");
        if (arguments.size() != 1 && !hasReadme) {
            throw new IllegalArgumentException(
                    "one file of results, and perhaps --readme FILE, in place of " + arguments);
        }
        Path file = Path.of(arguments.get(0));
        String name = file.getFileName().toString();
        if (!name.endsWith(EXTENSION)) {
            throw new IllegalArgumentException("not SCALE.json: " + name);
        }
        Scale scale = Scale.named(name.substring(0, name.length() - EXTENSION.length()));
        return new SavedResults(file, hasReadme ? Path.of(arguments.get(2)) : null, scale);
    }

    /**
     * Reads the results and writes the other files again.
     *
     * @return the report
     * @throws IOException if the file has no results in it, or another cannot be written
     */
    public String write() throws IOException {
        read();
        return ResultFiles.write(file.toAbsolutePath().getParent(), readme, facts, results);
    }

    /**
     * Reads the results.
     *
     * @param folder where the plots are, as the text has to refer to it: nothing, or a path that ends with a slash
     * @return the report, which is not written
     */
    String text(String folder) throws IOException {
        read();
        return MarkdownReport.of(facts, results, folder);
    }

    private void read() throws IOException {
        try (JsonParser json = new JsonFactory().createParser(Files.newInputStream(file))) {
            expect(json, json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.START_ARRAY) {
                    tables(json);
                } else {
                    expect(json, json.currentToken(), JsonToken.VALUE_STRING);
                    facts.put(name, json.getText());
                }
            }
        }
    }

    private void tables(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Map<String, String> head = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.START_OBJECT) {
                    rows(json, table(json, head));
                } else {
                    expect(json, json.currentToken(), JsonToken.VALUE_STRING);
                    head.put(name, json.getText());
                }
            }
        }
    }

    private static Results.Table table(JsonParser json, Map<String, String> head) throws IOException {
        try {
            String experiment =
                    Experiments.named(head.getOrDefault("experiment", "")).name();
            return new Results.Table(
                    experiment, head.getOrDefault("group", ""), Metric.labelled(head.getOrDefault("metric", "")));
        } catch (IllegalArgumentException e) {
            throw new JsonParseException(json, e.getMessage(), e);
        }
    }

    private void rows(JsonParser json, Results.Table table) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String contender = json.currentName();
            expect(json, json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String column = json.currentName();
                expect(json, json.nextToken(), JsonToken.START_ARRAY);
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    results.add(
                            table.experiment(),
                            table.group(),
                            column,
                            contender,
                            table.metric(),
                            json.getDoubleValue());
                }
            }
        }
    }

    private static void expect(JsonParser json, JsonToken found, JsonToken expected) throws IOException {
        if (found != expected) {
            throw new JsonParseException(json, "not results of a comparison: " + found + " in place of " + expected);
        }
    }
}
