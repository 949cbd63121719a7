package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A library in a JVM of its own.
 *
 * @param cold whether the JVM does the test only once, and the time counts from its start
 * @param mostCreated it does not do tests that create more objects
 */
record ForkedLibrary(
        String name, String what, boolean isOurs, boolean cold, long mostCreated, Supplier<Library> library)
        implements Entrant {
    @Override
    public Optional<String> leavesOut(ReportTest test, int count) {
        return test.created(count) <= mostCreated
                ? Optional.empty()
                : Optional.of("left out: more than %,d objects, of which each operation goes through the free sections"
                        .formatted(mostCreated));
    }

    @Override
    public List<Lap> run(ReportTest test, int count, Path file, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        List<Lap> laps = new ArrayList<>();
        Pace own = cold ? pace.cold() : pace;
        for (String line : stable.java(RaceChild.class, RaceChild.arguments(name, test, count, file, own))) {
            Lap lap = LapJson.read(line, test, count);
            laps.add(
                    cold
                            ? new Lap(
                                    lap.library(),
                                    lap.processSeconds(),
                                    -1,
                                    lap.processSeconds(),
                                    lap.fileBytes(),
                                    lap.writes())
                            : lap);
        }
        if (laps.isEmpty()) {
            throw new IOException("no lap was done");
        }
        return laps;
    }
}
