package dev.fallow.benchmarks.race;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.entrant.LapJson;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The machine-readable result file: every lap of every process. */
final class RaceJson {
    /** The name of the array. */
    static final String EVENTS = "events";

    private RaceJson() {}

    static void write(Path file, Map<String, String> facts, Standings standings) throws IOException {
        ResultJson.write(file, facts, EVENTS, json -> {
            for (ReportTest test : standings.tests()) {
                for (int count : standings.counts(test)) {
                    for (Entrant entrant : standings.entrants()) {
                        Standing standing = standings.find(test, count, entrant.name());
                        if (standing != null) {
                            write(json, test, count, entrant.name(), standing);
                        }
                    }
                }
            }
        });
    }

    private static void write(JsonGenerator json, ReportTest test, int count, String entrant, Standing standing)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("test", test.label());
        json.writeNumberField("count", count);
        json.writeStringField("contender", entrant);
        if (standing.library() != null) {
            json.writeStringField("library", standing.library());
        }
        if (standing.remark() != null) {
            json.writeStringField("remark", standing.remark());
        }
        for (Measure measure : Measure.values()) {
            if (measure.of(standing).isPresent()) {
                json.writeNumberField(measure.label(), measure.of(standing).getAsDouble());
            }
        }
        json.writeArrayFieldStart("processes");
        for (List<Lap> laps : standing.processes()) {
            json.writeStartArray();
            for (Lap lap : laps) {
                json.writeRawValue(LapJson.of(lap, test, count));
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
