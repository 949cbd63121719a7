package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A library in new JVMs, each of which runs a test once. The time counts from the JVM's start. The JVMs use the options
 * of the command {@code fallow}, including a class data archive, which is created beforehand.
 */
record ColdLibrary(String name, String what, Supplier<Library> library) implements Entrant {
    /** The options in addition to the archive. */
    static final List<String> JVM_OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** The number of objects in the run that records the classes. */
    private static final int FEW = 20;

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
        List<String> options = withArchive(test, files, pace, stable);
        for (int count : counts) {
            List<String> arguments = RaceChild.arguments(name, test, List.of(count), files, pace.cold());
            List<Lap> laps = new ArrayList<>();
            double seconds = 0;
            while (pace.goesOn(laps.size(), 2 * seconds)) { // without warm-up, half the patience is enough
                Files.deleteIfExists(files.of(test, count));
                Stable.Printed printed = stable.java(options, RaceChild.class, arguments);
                if (printed.failure() != null) {
                    return new Series(done, printed.failure());
                }
                Lap lap = LapJson.read(printed.lines().get(printed.lines().size() - 1), test, count);
                seconds += lap.processSeconds();
                laps.add(new Lap(
                        lap.library(), lap.processSeconds(), -1, lap.processSeconds(), lap.fileBytes(), lap.writes()));
            }
            done.put(count, Pace.counted(laps));
        }
        return new Series(done, null);
    }

    /** The options with an archive of the classes that the test needs; without it if this JVM cannot create one. */
    private List<String> withArchive(ReportTest test, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException {
        Path archive = files.folder().resolve("classes.jsa");
        List<String> making = new ArrayList<>(JVM_OPTIONS);
        making.add("-XX:ArchiveClassesAtExit=" + archive);
        stable.java(making, RaceChild.class, RaceChild.arguments(name, test, List.of(FEW), files, pace.cold()));
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        if (Files.exists(archive) && Files.size(archive) > 0) {
            options.add("-XX:SharedArchiveFile=" + archive);
            options.addAll(List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off"));
        }
        return options;
    }
}
