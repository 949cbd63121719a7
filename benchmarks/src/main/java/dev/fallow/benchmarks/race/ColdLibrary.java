package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A library in new JVMs, each of which does a test once: its time counts from the JVM's start. */
record ColdLibrary(String name, String what, Supplier<Library> library) implements Entrant {
    /** As the command {@code fallow} starts a JVM for what is done once. */
    static final List<String> JVM_OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @Override
    public Role role() {
        return Role.OURS_COLD;
    }

    @Override
    public Optional<String> leavesOut(ReportTest test, int count) {
        return Optional.empty();
    }

    @Override
    public Series run(ReportTest test, List<Integer> counts, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        Map<Integer, List<Lap>> done = new LinkedHashMap<>();
        for (int count : counts) {
            List<String> arguments = RaceChild.arguments(name, test, List.of(count), files, pace.cold());
            List<Lap> laps = new ArrayList<>();
            double seconds = 0;
            while (pace.goesOn(laps.size(), 2 * seconds)) { // nothing to be warmed: half the patience does
                Files.deleteIfExists(files.of(test, count));
                Stable.Printed printed = stable.java(JVM_OPTIONS, RaceChild.class, arguments);
                if (printed.failure() != null) {
                    return new Series(done, printed.failure());
                }
                Lap lap = LapJson.read(printed.lines().get(0), test, count);
                seconds += lap.processSeconds();
                laps.add(new Lap(
                        lap.library(), lap.processSeconds(), -1, lap.processSeconds(), lap.fileBytes(), lap.writes()));
            }
            done.put(count, Pace.counted(laps));
        }
        return new Series(done, null);
    }
}
