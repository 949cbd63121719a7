package dev.fallow.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.SpaceReport;
import dev.fallow.oracle.ReferenceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is true of the space of every file that is in order. */
public final class SpaceChecks {
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
}
