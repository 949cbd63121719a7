package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Untracked space that libhdf5 leaves in files is reclaimed, stored as free space, and reused by libhdf5. */
@NeedsReference
class UntrackedSpaceTest {
    private static final int GROUPS = 6;

    @TempDir
    private Path folder;

    static Stream<ReferenceOptions> withoutPersistence() {
        return Stream.of(
                ReferenceOptions.defaults(),
                ReferenceOptions.defaults().userBlock(4096),
                ReferenceOptions.defaults().strategy(FileSpaceStrategy.PAGE).pageSize(2048),
                ReferenceOptions.defaults().strategy(FileSpaceStrategy.PAGE),
                ReferenceOptions.defaults().strategy(FileSpaceStrategy.PAGE).userBlock(4096));
    }

    static Stream<ReferenceOptions> withPersistence() {
        return withoutPersistence().map(options -> options.persist(true));
    }

    private static int[] numbers(int group, int dataset) {
        return new int[40 + 300 * ((group + dataset) % 4)];
    }

    private static void fill(Path path, ReferenceOptions options) {
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int g = 0; g < GROUPS; g++) {
                file.createGroup("/g" + g);
                for (int d = 0; d < GROUPS; d++) {
                    int[] value = numbers(g, d);
                    file.createDataset("/g" + g + "/d" + d, ReferenceType.int32(), new long[] {value.length}, value);
                }
            }
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            for (int g = 0; g < GROUPS - 1; g++) {
                for (int d = g % 2; d < GROUPS; d += 2) {
                    file.delete("/g" + g + "/d" + d);
                }
            }
        }
    }

    private static SpaceReport report(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space();
        }
    }

    /** Without persistence libhdf5 discards all free sections at the end of a session. */
    @ParameterizedTest
    @MethodSource("withoutPersistence")
    void whatASessionWithoutPersistenceLeaves(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("file.h5");
        fill(path, options);
        assertThat(report(path).untrackedBytes()).as("" + options).isGreaterThan(5_000);
        takeBackAndUse(path, options);
    }

    /** libhdf5 leaves its metadata sections untracked after a session that changes no metadata. */
    @ParameterizedTest
    @MethodSource("withPersistence")
    void whatALazySessionLoses(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("file.h5");
        fill(path, options);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.write("/g1/d0", numbers(1, 0));
        }
        SpaceReport before = report(path);
        assertThat(before.findings()).isEmpty();
        takeBackAndUse(path, options);
    }

    private static void takeBackAndUse(Path path, ReferenceOptions options) throws IOException {
        SortedMap<String, ?> content = Snapshot.of(path);
        long untracked = report(path).untrackedBytes();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(true);
            assertThat(file.reclaimUntracked().stream()
                            .mapToLong(FreeSection::size)
                            .sum())
                    .as("" + options)
                    .isGreaterThanOrEqualTo(untracked);
        }
        assertThat(Snapshot.of(path)).as("" + options).isEqualTo(content);
        SpaceReport after = report(path);
        assertThat(after.untrackedBytes()).as("" + options).isZero();
        assertThat(after.findings()).as("" + options).isEmpty();
        long length = Files.size(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.space().freeBytes()).as("" + options).isEqualTo(after.freeBytes());
            file.createDataset("/g1/new", ReferenceType.int32(), new long[] {40}, new int[40]);
            assertThat(file.space().endOfAllocation()).as("" + options).isLessThanOrEqualTo(length);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/g1/new");
        }
        assertThat(report(path).findings()).as("" + options).isEmpty();
        assertThat(Snapshot.of(path)).as("" + options).isEqualTo(content);
    }
}
