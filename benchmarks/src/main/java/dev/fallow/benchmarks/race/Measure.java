package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.finalfile.FinalFile;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The measures of a test run. */
enum Measure {
    /** CPU seconds, the measure of the report. */
    CPU("CPU seconds", standing -> standing.median(Lap::cpuSeconds)),
    /** Elapsed time. */
    WALL("wall-clock seconds", standing -> standing.median(Lap::wallSeconds)),
    /** The length of the file. */
    FILE_BYTES("final length of the file, bytes", standing -> standing.median(Lap::fileBytes)),
    /** Bytes reachable from the superblock. */
    LIVE_BYTES("live bytes", standing -> ofFile(standing, FinalFile::live)),
    /** Bytes neither live nor tracked as free. */
    UNTRACKED_BYTES("untracked bytes", standing -> ofFile(standing, FinalFile::untracked)),
    /** The number of write calls. */
    WRITES("writes issued", standing -> standing.median(lap -> lap.writes().writes())),
    /** The number of bytes written. */
    WRITTEN_BYTES(
            "bytes written", standing -> standing.median(lap -> lap.writes().bytes())),
    /** The number of forces. */
    FORCES("forces", standing -> standing.median(lap -> lap.writes().forces()));

    private final String label;
    private final Function<Standing, OptionalDouble> value;

    Measure(String label, Function<Standing, OptionalDouble> value) {
        this.label = label;
        this.value = value;
    }

    String label() {
        return label;
    }

    OptionalDouble of(Standing standing) {
        return value.apply(standing);
    }

    private static OptionalDouble ofFile(Standing standing, Function<FinalFile, Long> bytes) {
        FinalFile file = standing.file();
        return file == null || bytes.apply(file) < 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes.apply(file));
    }
}
