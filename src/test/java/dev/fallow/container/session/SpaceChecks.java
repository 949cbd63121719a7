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

/** What is true of the space of every file that is in order. */
public final class SpaceChecks {
    private static final int SMALLEST_COLLECTION = 4096;
    /** GCOL. */
    private static final int COLLECTION = 0x4C4F4347;

    private SpaceChecks() {}

    /**
     * Every byte of a closed file is accounted for once, and libhdf5 has the same figure for what is free.
     *
     * @return the report
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

    /** The length of a file. */
    public static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Bytes of global heap collections that nothing refers to. What libhdf5 deletes or overwrites it leaves in its collection,
     * and so the collection stays when our deletion takes the last thing from it that is still in use: only a walk of
     * the whole file, as reclaiming makes, can tell that nothing else is.
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
