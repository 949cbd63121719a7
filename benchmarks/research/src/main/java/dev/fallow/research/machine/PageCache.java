package dev.fallow.research.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operating system's page cache, which can be emptied on Linux by the administrator. */
public final class PageCache {
    private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");

    private static final Path SYNC = Path.of("/bin/sync");

    private PageCache() {}

    /** Whether there is a command that writes out dirty pages. */
    public static boolean canBeWrittenOut() {
        return Files.isExecutable(SYNC);
    }

    /** Whether it can be emptied. */
    public static boolean canBeDropped() {
        return Files.isWritable(SWITCH);
    }

    /** Writes out dirty pages, which would otherwise be written during a later measurement. */
    public static void writeOut() throws IOException, InterruptedException {
        int status = new ProcessBuilder(SYNC.toString()).start().waitFor();
        if (status != 0) {
            throw new IOException("sync: exit code " + status);
        }
    }

    /** Writes out dirty pages, and drops all cached files and directory entries. */
    public static void drop() throws IOException, InterruptedException {
        writeOut();
        Files.write(SWITCH, "3".getBytes(StandardCharsets.US_ASCII));
    }
}
