package dev.fallow.research.comparison;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.research.report.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The machine-readable result file: every number of every JVM. */
final class JsonReport {
    /** The name of the array. */
    static final String TABLES = "tables";

    private JsonReport() {}

    static void write(Path file, Map<String, String> facts, Results results) throws IOException {
        ResultJson.write(file, facts, TABLES, json -> {
            for (Experiment experiment : Experiments.all()) {
                for (Results.Table table : results.tables(experiment.name())) {
                    write(json, table, results);
                }
            }
        });
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
