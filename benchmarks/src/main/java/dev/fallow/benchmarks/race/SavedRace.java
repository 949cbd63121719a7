package dev.fallow.benchmarks.race;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.entrant.LapJson;
import dev.fallow.benchmarks.race.finalfile.FinalFile;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The results of an earlier race, written by {@link RaceJson}, from which texts and plot can be generated again. */
public final class SavedRace {
    private static final String EXTENSION = ".json";

    private final Path file;
    private final List<Event> events = new ArrayList<>();
    private Map<String, String> facts;

    /** The results of an entrant in a test with a count. */
    private record Event(ReportTest test, int count, String entrant, Standing standing) {}

    private SavedRace(Path file) {
        this.file = file;
    }

    /** Whether a file contains results of a race, not of a comparison. */
    public static boolean isRace(Path file) throws IOException {
        return Files.readString(file).contains('"' + RaceJson.EVENTS + "\" :");
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or has no results
     */
    public static SavedRace read(Path file) throws IOException {
        SavedRace race = new SavedRace(file);
        race.facts = ResultJson.read(file, RaceJson.EVENTS, json -> race.events.add(event(json)));
        return race;
    }

    /**
     * Generates the other files, and inserts the summary into a text.
     *
     * @param readme the text with the two marks of the race; null for none
     * @return the report
     * @throws IOException if a file cannot be written, or the text does not have the marks
     */
    public String write(Path readme) throws IOException {
        String name = file.getFileName().toString();
        String label = name.substring(0, name.length() - EXTENSION.length());
        return new RaceResults(file.toAbsolutePath().getParent(), label, readme).texts(facts, standings());
    }

    /**
     * Begins new standings with what a race keeps of this one.
     *
     * @param newFacts those of the race; where this one's are different, both are named
     */
    Standings continued(RaceOptions race, Map<String, String> newFacts) {
        facts.forEach((fact, earlier) ->
                newFacts.merge(fact, earlier, (now, before) -> before.equals(now) ? now : before + "; " + now));
        Set<String> names = new HashSet<>();
        events.forEach(event -> names.add(event.entrant));
        race.entrants().forEach(entrant -> names.add(entrant.name()));
        Standings standings = new Standings(Entrants.ofResults().stream()
                .filter(entrant -> names.contains(entrant.name()))
                .toList());
        events.stream()
                .filter(event -> !race.measures(event.test, event.count, event.entrant))
                .forEach(event -> standings.put(event.test, event.count, event.entrant, event.standing));
        return standings;
    }

    /** The report, without writing it. */
    String report() {
        return RaceReport.of(facts, standings());
    }

    /** The summary, without writing it. */
    String summary() {
        return RaceSummary.of("full", facts, standings());
    }

    /** The first table of the summary and its plot, without writing them. */
    String answer(String folder) {
        return RaceSummary.answer("full", facts, standings(), folder);
    }

    private Standings standings() {
        Set<String> names = new LinkedHashSet<>();
        events.forEach(event -> names.add(event.entrant));
        Standings standings = new Standings(Entrants.ofResults().stream()
                .filter(entrant -> names.contains(entrant.name()))
                .toList());
        events.forEach(event -> standings.put(event.test, event.count, event.entrant, event.standing));
        return standings;
    }

    private static Event event(JsonParser json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        Standing standing = new Standing();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.START_ARRAY) {
                processes(json, test(json, fields), count(json, fields), standing);
            } else {
                fields.put(name, json.getText());
            }
        }
        ResultJson.expect(json, json.currentToken(), JsonToken.END_OBJECT);
        standing.setRemark(fields.get("remark"));
        long live = bytes(fields, Measure.LIVE_BYTES);
        long untracked = bytes(fields, Measure.UNTRACKED_BYTES);
        if (live >= 0 || untracked >= 0) {
            standing.setFile(new FinalFile(bytes(fields, Measure.FILE_BYTES), live, -1, untracked));
        }
        return new Event(test(json, fields), count(json, fields), fields.get("contender"), standing);
    }

    private static void processes(JsonParser json, ReportTest test, int count, Standing standing) throws IOException {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            ResultJson.expect(json, json.currentToken(), JsonToken.START_ARRAY);
            List<Lap> laps = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                laps.add(LapJson.read(json, test, count));
            }
            standing.add(laps);
        }
    }

    private static ReportTest test(JsonParser json, Map<String, String> fields) throws IOException {
        try {
            return ReportTest.named(fields.getOrDefault("test", ""));
        } catch (IllegalArgumentException e) {
            throw new JsonParseException(json, e.getMessage(), e);
        }
    }

    private static int count(JsonParser json, Map<String, String> fields) throws IOException {
        try {
            return Integer.parseInt(fields.getOrDefault("count", ""));
        } catch (NumberFormatException e) {
            throw new JsonParseException(json, "no count", e);
        }
    }

    private static long bytes(Map<String, String> fields, Measure measure) {
        return Math.round(Double.parseDouble(fields.getOrDefault(measure.label(), "-1")));
    }
}
