package dev.fallow.benchmarks.race.finalfile;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.benchmarks.race.entrant.Contents;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.benchmarks.race.entrant.ReportTest;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a test has left, where every byte of it is. -1 for what is not known.
 *
 * @param bytes its length
 * @param live bytes that are reached from the superblock
 * @param free bytes that the file knows to be free
 * @param untracked the rest
 */
public record FinalFile(long bytes, long live, long free, long untracked) {
    /**
     * Looks at a file of Fallow, which has to be in order: libhdf5 (where there is one) finds in it what the test leaves, and
     * live and free bytes add up to its length, with nothing that nobody knows of.
     *
     * @throws IllegalStateException if it is not; the message has the numbers
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

    /** Looks at a file of others, as far as Fallow can read it. */
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
