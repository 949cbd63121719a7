package dev.fallow.benchmarks.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The system's cache of files, where it lets itself be emptied: on Linux, for its administrator. */
public final class PageCache {
    private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");

    private static final Path SYNC = Path.of("/bin/sync");

    private PageCache() {}

    /** Whether what is not yet on the medium can be written out by a command. */
    public static boolean canBeWrittenOut() {
        return Files.isExecutable(SYNC);
    }

    /** Whether it can be emptied. */
    public static boolean canBeDropped() {
        return Files.isWritable(SWITCH);
    }

    /** Writes out what is not yet on the medium: else it is written while something else is timed. */
    public static void writeOut() throws IOException, InterruptedException {
        int status = new ProcessBuilder(SYNC.toString()).start().waitFor();
        if (status != 0) {
            throw new IOException("sync ended with " + status);
        }
    }

    /** Writes out what is not yet on the medium, and forgets all files, names included. */
    public static void drop() throws IOException, InterruptedException {
        writeOut();
        Files.write(SWITCH, "3".getBytes(StandardCharsets.US_ASCII));
    }
}
