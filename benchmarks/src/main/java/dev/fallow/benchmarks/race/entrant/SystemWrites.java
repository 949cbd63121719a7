package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.Writes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The writes of a process as counted by the operating system, for libraries that do not count them. Linux only. */
final class SystemWrites {
    private static final Path OF_THIS_PROCESS = Path.of("/proc/self/io");

    private final Path counters;

    private SystemWrites(Path counters) {
        this.counters = counters;
    }

    static SystemWrites ofThisProcess() {
        return new SystemWrites(OF_THIS_PROCESS);
    }

    /**
     * The current numbers of write calls and bytes, without forces; {@link Writes#UNKNOWN} where the system does not
     * count them.
     */
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
