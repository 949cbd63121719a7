package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A library in a separate JVM, which warms up and then runs the counts in order.
 *
 * @param mostCreated the maximum number of objects created in a test
 * @param why the reason for this maximum
 */
record ForkedLibrary(String name, String what, Role role, long mostCreated, String why, Supplier<Library> library)
        implements Entrant {
    @Override
    public Optional<String> leavesOut(ReportTest test, int count) {
        return test.created(count) <= mostCreated
                ? Optional.empty()
                : Optional.of("left out: more than %,d objects, and %s".formatted(mostCreated, why));
    }

    @Override
    public Series run(ReportTest test, List<Integer> counts, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        Stable.Printed printed =
                stable.java(stable.jvmOptions(), RaceChild.class, RaceChild.arguments(name, test, counts, files, pace));
        return read(printed, test, counts);
    }

    private static Series read(Stable.Printed printed, ReportTest test, List<Integer> counts) throws IOException {
        Map<Integer, List<Lap>> laps = new LinkedHashMap<>();
        for (String line : printed.lines()) {
            int count = LapJson.count(line);
            laps.computeIfAbsent(count, any -> new ArrayList<>()).add(LapJson.read(line, test, count));
        }
        boolean complete = laps.keySet().containsAll(counts);
        String failure = printed.failure() == null && !complete ? "not all was done" : printed.failure();
        return new Series(laps, failure);
    }
}
