package dev.fallow.benchmarks.race.entrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A program in another language: it is given test, count and file (and more), and prints a line of JSON. Each lap is a
 * process.
 *
 * @param tests those that it knows
 * @param mostCreated it does not do tests that create more objects
 */
record Program(
        String name, String what, Role role, Path path, List<String> more, Set<ReportTest> tests, long mostCreated)
        implements Entrant {
    @Override
    public Optional<String> leavesOut(ReportTest test, int count) {
        if (!tests.contains(test)) {
            return Optional.of("left out: the program has no such test");
        }
        return test.created(count) <= mostCreated
                ? Optional.empty()
                : Optional.of(
                        "left out: more than %,d objects, and its time grows with the square".formatted(mostCreated));
    }

    @Override
    public Series run(ReportTest test, List<Integer> counts, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        Map<Integer, List<Lap>> done = new LinkedHashMap<>();
        for (int count : counts) {
            Path file = files.of(test, count);
            List<String> command =
                    new ArrayList<>(List.of(path.toString(), test.label(), Integer.toString(count), file.toString()));
            command.addAll(more);
            List<Lap> laps = new ArrayList<>();
            double seconds = 0;
            while (pace.goesOn(laps.size(), 2 * seconds)) { // nothing to be warmed: half the patience does
                Files.deleteIfExists(file);
                Stable.Printed printed = stable.run(command);
                if (printed.failure() != null) {
                    return new Series(done, printed.failure());
                }
                if (printed.lines().size() != 1) {
                    throw new IOException("a line was expected, and not " + printed.lines());
                }
                laps.add(LapJson.read(printed.lines().get(0), test, count));
                seconds += laps.get(laps.size() - 1).cpuSeconds();
            }
            done.put(count, Pace.counted(laps));
        }
        return new Series(done, null);
    }
}
