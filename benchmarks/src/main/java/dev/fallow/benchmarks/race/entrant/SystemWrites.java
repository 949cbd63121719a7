package dev.fallow.benchmarks.race.entrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes of a process as the operating system counts them, for a library that does not count its own. On Linux only. */
final class SystemWrites {
    private static final Path OF_THIS_PROCESS = Path.of("/proc/self/io");

    private final Path counters;

    private SystemWrites(Path counters) {
        this.counters = counters;
    }

    static SystemWrites ofThisProcess() {
        return new SystemWrites(OF_THIS_PROCESS);
    }

    /** Calls that wrote, and their bytes, up to now; {@link Writes#UNKNOWN} where that is not counted. Forces are not known. */
    Writes read() throws IOException {
        if (!Files.isReadable(counters)) {
            return Writes.UNKNOWN;
        }
        long writes = -1;
        long bytes = -1;
        for (String line : Files.readAllLines(counters)) {
            String[] parts = line.split(": ");
            if (parts[0].equals("syscw")) {
                writes = Long.parseLong(parts[1]);
            } else if (parts[0].equals("wchar")) {
                bytes = Long.parseLong(parts[1]);
            }
        }
        return new Writes(writes, bytes, 0);
    }
}
