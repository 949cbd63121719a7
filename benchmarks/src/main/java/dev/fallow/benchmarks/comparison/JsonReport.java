package dev.fallow.benchmarks.comparison;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The result file that programs read: every number of every JVM. */
final class JsonReport {
    private JsonReport() {}

    static void write(Path file, Map<String, String> facts, Results results) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(Files.newOutputStream(file), JsonEncoding.UTF8)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                json.writeStringField(fact.getKey(), fact.getValue());
            }
            json.writeArrayFieldStart("tables");
            for (Experiment experiment : Experiments.all()) {
                for (Results.Table table : results.tables(experiment.name())) {
                    write(json, table, results);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, Results.Table table, Results results) throws IOException {
        json.writeStartObject();
        json.writeStringField("experiment", table.experiment());
        json.writeStringField("group", table.group());
        json.writeStringField("metric", table.metric().label());
        json.writeObjectFieldStart("rows");
        for (String contender : results.contenders(table)) {
            json.writeObjectFieldStart(contender);
            for (String column : results.columns(table)) {
                double[] samples = results.samples(table, contender, column).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                if (samples.length > 0) {
                    json.writeFieldName(column);
                    json.writeArray(samples, 0, samples.length);
                }
            }
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
