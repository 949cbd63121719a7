package dev.fallow.benchmarks.shrink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user and system time of the processes that this one has started and that have ended. Linux only. */
public final class ChildTimes {
    private static final Path STATUS = Path.of("/proc/self/stat");
    private static final double TICKS = 100;
    private static final int USER = 13; // after the name of the program
    private static final int SYSTEM = 14;

    private ChildTimes() {}

    /** In seconds, to a hundredth; 0 where the system does not tell. */
    public static double seconds() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        String text = Files.readString(STATUS);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS;
    }
}
