package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A program in another language: it is given test, count and file (and more), and prints a line of JSON. Each lap is a
 * process, the first of which is not measured if there is time for another.
 *
 * @param tests those that it knows
 * @param mostCreated it does not do tests that create more objects
 */
record Program(String name, String what, Path path, List<String> more, Set<ReportTest> tests, long mostCreated)
        implements Entrant {
    @Override
    public boolean isOurs() {
        return false;
    }

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
    public List<Lap> run(ReportTest test, int count, Path file, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(path.toString(), test.label(), Integer.toString(count), file.toString()));
        command.addAll(more);
        List<Lap> laps = new ArrayList<>();
        double seconds = 0;
        while (laps.size() <= pace.laps() && seconds < pace.patience()) {
            Files.deleteIfExists(file);
            List<String> lines = stable.lines(command);
            if (lines.size() != 1) {
                throw new IOException("a line was expected, and not " + lines);
            }
            laps.add(LapJson.read(lines.get(0), test, count));
            seconds += laps.get(laps.size() - 1).cpuSeconds();
        }
        return laps.size() == 1 ? laps : laps.subList(1, laps.size());
    }
}
