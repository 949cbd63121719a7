package dev.fallow.benchmarks.race.finalfile;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.report.SpaceReport;
import dev.fallow.research.createdelete.Contents;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The classification of the bytes in the file that a test leaves; -1 if unknown.
 *
 * @param bytes the length of the file
 * @param live bytes reachable from the superblock
 * @param free bytes tracked as free in the file
 * @param untracked all other bytes
 */
public record FinalFile(long bytes, long live, long free, long untracked) {
    /**
     * Checks a file of Fallow: libhdf5, where available, must find the expected contents, and live and free bytes must
     * add up to the file's length, without untracked bytes.
     *
     * @throws IllegalStateException if a check fails; the message has the numbers
     */
    public static FinalFile ofOurs(Path file, ReportTest test, int count) throws IOException {
        Contents expected = test.left(count);
        if (Hdf5Library.isForThisPlatform()) {
            Contents found = ReadThrough.of(file);
            if (!found.equals(expected)) {
                throw new IllegalStateException("libhdf5 finds " + found + ", expected " + expected);
            }
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceReport space = container.space();
            long length = Files.size(file);
            if (!space.findings().isEmpty()
                    || space.untrackedBytes() != 0
                    || space.fileBytes() != length
                    || space.liveBytes() + space.freeBytes() != length) {
                throw new IllegalStateException("live " + space.liveBytes() + " + free " + space.freeBytes()
                        + " + untracked " + space.untrackedBytes() + " of " + length + " bytes, findings "
                        + space.findings());
            }
            return of(space);
        }
    }

    /** Examines a file of another library, as far as Fallow can read it. */
    public static FinalFile ofOthers(Path file) throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return of(container.space());
        } catch (ContainerException e) {
            return new FinalFile(Files.size(file), -1, -1, -1);
        }
    }

    private static FinalFile of(SpaceReport space) {
        return new FinalFile(space.fileBytes(), space.liveBytes(), space.freeBytes(), space.untrackedBytes());
    }
}
