package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Persistence switched on and off, and the reclaiming of space lost by sessions without it. */
class ReclaimTest {
    /** A file with many untracked holes. */
    private static byte[] holes(SpaceSettings space) {
        Random random = new Random(3);
        ContainerFile file = ContainerFile.createInMemory(
                CreateOptions.defaults().withSpace(space).withPersistFreeSpace(false));
        for (int i = 0; i < 60; i++) {
            file.root().createGroup("g" + i).createDataset("d", new int[1 + random.nextInt(i % 7 == 0 ? 3000 : 200)]);
        }
        file.close();
        ContainerFile again = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults());
        for (int i = 0; i < 59; i++) {
            if (random.nextBoolean()) {
                again.delete("g" + i);
            }
        }
        again.close();
        return again.toByteArray();
    }

    private static SpaceReport report(byte[] content) {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
            return report;
        }
    }

    static Stream<SpaceSettings> tracking() {
        return Stream.of(
                SpaceSettings.defaults(),
                SpaceSettings.defaults().withStrategy(FileSpaceStrategy.PAGE).withPageSize(512),
                SpaceSettings.defaults().withStrategy(FileSpaceStrategy.PAGE).withPageSize(4096));
    }

    @ParameterizedTest
    @MethodSource("tracking")
    void everythingUntrackedIsTakenBack(SpaceSettings space) {
        byte[] content = holes(space);
        long lost = report(content).untrackedBytes();
        assertThat(lost).isGreaterThan(1000);
        List<FreeSection> reclaimable;
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            reclaimable = file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true));
        }
        assertThat(reclaimable.stream().mapToLong(FreeSection::size).sum()).isEqualTo(lost);

        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        assertThat(file.persistsFreeSpace()).isFalse();
        file.setPersistFreeSpace(true);
        long untracked = file.space().untrackedBytes();
        List<FreeSection> runs = file.reclaimUntracked();
        assertThat(runs.stream().mapToLong(FreeSection::size).sum()).isEqualTo(untracked);
        assertThat(file.space().untrackedBytes()).isZero();
        assertThat(file.reclaimUntracked()).isEmpty();
        file.close();

        SpaceReport after = report(file.toByteArray());
        assertThat(after.untrackedBytes()).isZero();
        assertThat(after.freeBytes()).isPositive();
        ContainerFile again = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults());
        assertThat(again.persistsFreeSpace()).isTrue();
        long length = again.allocatedBytes();
        again.root().createDataset("fits", new int[20]);
        assertThat(again.allocatedBytes()).isLessThanOrEqualTo(length);
        again.close();
        if (space.strategy() == FileSpaceStrategy.PAGE) {
            assertThat(again.toByteArray().length % space.pageSize()).isZero();
        }
    }

    /** Without persistence, reclaimed space is usable in the session, and space at the end shortens the file. */
    @Test
    void withoutPersistenceItLastsForTheSession() {
        byte[] content = holes(SpaceSettings.defaults());
        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        file.reclaimUntracked();
        long length = file.allocatedBytes();
        file.root().createDataset("fits", new int[20]);
        assertThat(file.allocatedBytes()).isEqualTo(length);
        file.close();
        assertThat(report(file.toByteArray()).untrackedBytes()).isPositive();
        assertThat(file.toByteArray().length).isLessThanOrEqualTo(content.length);
    }

    @ParameterizedTest
    @MethodSource("tracking")
    void persistenceIsSwitchedOffAgain(SpaceSettings space) {
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withSpace(space));
        file.root().createDataset("a", new int[500]);
        file.root().createDataset("b", new int[500]);
        file.delete("a");
        file.close();
        assertThat(report(file.toByteArray()).freeBytes()).isPositive();
        ContainerFile off = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults());
        off.setPersistFreeSpace(false);
        off.close();
        SpaceReport without = report(off.toByteArray());
        assertThat(without.freeBytes()).isZero();
        assertThat(without.untrackedBytes()).isPositive();
        ContainerFile on = ContainerFile.openBytes(off.toByteArray(), OpenOptions.defaults());
        on.setPersistFreeSpace(true);
        on.setPersistFreeSpace(true);
        on.reclaimUntracked();
        on.close();
        assertThat(report(on.toByteArray()).untrackedBytes()).isZero();
    }

    /** Switched on, off and on again within one session, with writes in between. */
    @Test
    void backAndForthInASession() {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        file.root().createDataset("a", new int[500]);
        file.root().createDataset("b", new int[500]);
        file.delete("a");
        for (int i = 0; i < 6; i++) {
            file.setPersistFreeSpace(i % 2 == 1);
            file.flush();
            OpenOptions other = OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true);
            try (ContainerFile read = ContainerFile.openBytes(file.toByteArray(), other)) {
                assertThat(read.space().freeBytes() > 0).as("" + i).isEqualTo(i % 2 == 1);
            }
            assertThat(file.space().untrackedBytes()).isZero();
        }
        file.close();
        assertThat(report(file.toByteArray()).untrackedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FileSpaceStrategy.class,
            names = {"AGGR", "NONE"})
    void strategiesThatTrackNothingAreRefused(FileSpaceStrategy strategy) {
        byte[] content = holes(SpaceSettings.defaults().withStrategy(strategy));
        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        assertThatThrownBy(file::reclaimUntracked)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(strategy.name());
        assertThatThrownBy(() -> file.setPersistFreeSpace(true))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(strategy.name());
        file.close();
        assertThat(file.toByteArray()).isEqualTo(content);
    }
}
