package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.ReportTest;
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
 * A program in another language. Its arguments are test, count, file and further ones; it prints a line of JSON. Each
 * lap is a process.
 *
 * @param tests the tests that it supports
 * @param mostCreated the maximum number of objects created in a test
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
            while (pace.goesOn(laps.size(), 2 * seconds)) { // without warm-up, half the patience is enough
                Files.deleteIfExists(file);
                Stable.Printed printed = stable.run(command);
                if (printed.failure() != null) {
                    return new Series(done, printed.failure());
                }
                if (printed.lines().size() != 1) {
                    throw new IOException("expected one line, found " + printed.lines());
                }
                laps.add(LapJson.read(printed.lines().get(0), test, count));
                seconds += laps.get(laps.size() - 1).cpuSeconds();
            }
            done.put(count, Pace.counted(laps));
        }
        return new Series(done, null);
    }
}
