package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** All measurements of a race. */
final class Standings {
    private final Map<Event, Standing> standings = new LinkedHashMap<>();
    private final List<Entrant> entrants;

    /** A test with a count, run by an entrant. */
    record Event(ReportTest test, int count, String entrant) {}

    Standings(List<Entrant> entrants) {
        this.entrants = List.copyOf(entrants);
    }

    List<Entrant> entrants() {
        return entrants;
    }

    Standing at(ReportTest test, int count, String entrant) {
        return standings.computeIfAbsent(new Event(test, count, entrant), any -> new Standing());
    }

    void put(ReportTest test, int count, String entrant, Standing standing) {
        standings.put(new Event(test, count, entrant), standing);
    }

    /** The results of an event; null if it was not planned. */
    Standing find(ReportTest test, int count, String entrant) {
        return standings.get(new Event(test, count, entrant));
    }

    Map<Event, Standing> all() {
        return Collections.unmodifiableMap(standings);
    }

    /** The tests that were run, in the order of the report. */
    List<ReportTest> tests() {
        TreeSet<ReportTest> tests = new TreeSet<>();
        standings.keySet().forEach(event -> tests.add(event.test));
        return List.copyOf(tests);
    }

    /** The counts of a test, ascending. */
    List<Integer> counts(ReportTest test) {
        TreeSet<Integer> counts = new TreeSet<>();
        standings.keySet().stream().filter(event -> event.test == test).forEach(event -> counts.add(event.count));
        return List.copyOf(counts);
    }

    /**
     * The counts of a test run by entrants other than Fallow with default options; all counts if there are no others.
     */
    List<Integer> columns(ReportTest test) {
        TreeSet<Integer> counts = new TreeSet<>();
        standings.keySet().stream()
                .filter(event -> event.test == test && !event.entrant.equals(Entrants.OURS))
                .forEach(event -> counts.add(event.count));
        return counts.isEmpty() ? counts(test) : List.copyOf(counts);
    }

    /** A measure of an event; empty if unknown. */
    OptionalDouble value(Measure measure, ReportTest test, int count, String entrant) {
        Standing standing = standings.get(new Event(test, count, entrant));
        return standing == null ? OptionalDouble.empty() : measure.of(standing);
    }

    /** The ratio to another entrant; empty if either number is unknown or the other one is 0. */
    OptionalDouble ratio(Measure measure, ReportTest test, int count, String entrant, String other) {
        OptionalDouble own = value(measure, test, count, entrant);
        OptionalDouble others = value(measure, test, count, other);
        return own.isEmpty() || others.isEmpty() || others.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(own.getAsDouble() / others.getAsDouble());
    }

    /**
     * The exponent with which a measure grows with the number of objects created, over the counts that create at least
     * {@code leastCreated}.
     */
    OptionalDouble exponent(Measure measure, ReportTest test, List<Integer> counts, String entrant, long leastCreated) {
        List<Double> objects = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (int count : counts) {
            OptionalDouble value = value(measure, test, count, entrant);
            if (value.isPresent() && test.created(count) >= leastCreated) {
                objects.add((double) test.created(count));
                values.add(value.getAsDouble());
            }
        }
        return Growth.exponent(objects, values);
    }
}
