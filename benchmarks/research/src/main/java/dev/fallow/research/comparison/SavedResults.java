package dev.fallow.research.comparison;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.research.report.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of an earlier comparison, written by {@link JsonReport}, from which texts and plots can be generated
 * again without measuring.
 *
 * @param facts the description of the measurement
 */
public record SavedResults(Map<String, String> facts, Results results) {
    private static final String EXTENSION = ".json";
    private static final String OF = ": "; // between the name of a column or group and that of a fact about it alone
    private static final String UNKNOWN = "unknown";

    /**
     * Reads a file, SCALE.json.
     *
     * @throws IllegalArgumentException if it has another name
     * @throws IOException if it cannot be read, or has no results
     */
    public static SavedResults read(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (!name.endsWith(EXTENSION)) {
            throw new IllegalArgumentException("expected SCALE.json, found " + name);
        }
        Results results = new Results(Scale.named(name.substring(0, name.length() - EXTENSION.length())));
        return new SavedResults(ResultJson.read(file, JsonReport.TABLES, json -> table(json, results)), results);
    }

    /**
     * Generates the other files, and inserts the summary into a text.
     *
     * @param folder the directory for the files, which must exist
     * @param readme the text with the two marks of results; null for none
     * @param plots the directory for a plot of every table; null for none
     * @return the report
     * @throws IOException if a file cannot be written, or the text does not have the marks
     */
    public String write(Path folder, Path readme, Path plots) throws IOException {
        if (plots != null) {
            Plots.writeAll(Files.createDirectories(plots), results);
        }
        return ResultFiles.write(folder, readme, facts, results);
    }

    /**
     * These results with the columns of newer ones in place of their own. What the newer facts say differently is added
     * as facts about each of these columns, or, if these are the results of several experiments, about each of the newer
     * groups of tables.
     */
    SavedResults replacing(SavedResults newer) {
        Map<String, String> all = new LinkedHashMap<>(facts);
        for (String subject : results.hasSeveralExperiments() ? newer.results.groups() : newer.results.columns()) {
            all.keySet().removeIf(fact -> fact.startsWith(subject + OF));
            newer.facts.forEach((fact, value) -> {
                if (!value.equals(facts.get(fact))) {
                    all.put(subject + OF + fact, value);
                }
            });
        }
        return new SavedResults(all, results.replacing(newer.results));
    }

    /** A fact about a column or group, or else about all; "unknown" if there is none. */
    public String fact(String name, String subject) {
        return facts.getOrDefault(subject + OF + name, facts.getOrDefault(name, UNKNOWN));
    }

    /** The dates and commits of the numbers in these columns, for a cell of a table. */
    public String measured(List<String> columns) {
        return columns.stream()
                .map(column -> fact("date", column) + ", " + fact("commit", column))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static void table(JsonParser json, Results results) throws IOException {
        Map<String, String> head = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.START_OBJECT) {
                rows(json, table(json, head), results);
            } else {
                ResultJson.expect(json, json.currentToken(), JsonToken.VALUE_STRING);
                head.put(name, json.getText());
            }
        }
        ResultJson.expect(json, json.currentToken(), JsonToken.END_OBJECT);
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

    private static void rows(JsonParser json, Results.Table table, Results results) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String contender = json.currentName();
            ResultJson.expect(json, json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String column = json.currentName();
                ResultJson.expect(json, json.nextToken(), JsonToken.START_ARRAY);
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
}
