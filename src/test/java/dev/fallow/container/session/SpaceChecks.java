package dev.fallow.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Assertions about the space of every consistent file. */
public final class SpaceChecks {
    private static final int SMALLEST_COLLECTION = 4096;
    /** The signature GCOL. */
    private static final int COLLECTION = 0x4C4F4347;

    private SpaceChecks() {}

    /**
     * Asserts that every byte of a closed file is accounted for exactly once, and that libhdf5 reports the same number
     * of free bytes.
     *
     * @return the space report
     */
    public static SpaceReport check(Path path, String where) {
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as(where + ": findings").isEmpty();
        assertThat(report.fileBytes()).as(where + ": length of the file").isEqualTo(size(path));
        assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                .as(where + ": live, free and untracked bytes")
                .isEqualTo(report.fileBytes());
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes())
                    .as(where + ": H5Fget_freespace")
                    .isEqualTo(report.freeBytes());
        }
        return report;
    }

    /** Returns the length of a file in bytes. */
    public static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the number of bytes in global heap collections without references. libhdf5 leaves deleted and overwritten
     * objects in their collection, so that the collection remains after Fallow deletes the last object in use: only a
     * walk of the whole file, as in reclaiming, can determine that no other object is in use.
     */
    static long abandonedCollections(Path path, SpaceReport report) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        long bytes = 0;
        for (FreeSection run : report.untracked()) {
            long at = run.address();
            while (at <= run.address() + run.size() - SMALLEST_COLLECTION) {
                if (file.getInt((int) at) == COLLECTION) {
                    bytes += file.getLong((int) at + 8);
                    at += file.getLong((int) at + 8);
                } else {
                    at++;
                }
            }
        }
        return bytes;
    }
}
