package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.SpaceSettings;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.ContainerInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files whose strategy is changed, and which libhdf5 then edits. */
@NeedsReference
class StrategyTest {
    private static final int LENGTH = 300;

    @TempDir
    private Path folder;

    static Stream<Arguments> changes() {
        return Arrays.stream(FileSpaceStrategy.values())
                .flatMap(from -> Stream.of(true, false)
                        .filter(persistent -> !persistent || from.tracks())
                        .flatMap(persistent -> Arrays.stream(FileSpaceStrategy.values())
                                .filter(to -> to != FileSpaceStrategy.PAGE || from == to)
                                .flatMap(to -> Stream.of(1L, 64L)
                                        .map(threshold -> Arguments.of(from, persistent, to, threshold)))));
    }

    private Path write(FileSpaceStrategy strategy, boolean persistent) {
        Path path = folder.resolve("file.h5");
        CreateOptions options = CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults().withStrategy(strategy))
                .withPersistFreeSpace(persistent);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            Group group = file.root().createGroup("group");
            for (int i = 0; i < 20; i++) {
                group.createDataset("d" + i, new int[LENGTH]).createAttribute("a", i);
            }
            file.flush();
            for (int i = 0; i < 20; i += 2) {
                file.delete("/group/d" + i);
            }
        }
        return path;
    }

    @ParameterizedTest
    @MethodSource("changes")
    void libhdf5GoesOnWithIt(FileSpaceStrategy from, boolean persistent, FileSpaceStrategy to, long threshold) {
        Path path = write(from, persistent);
        SpaceSettings settings;
        try (ContainerFile file = ContainerFile.open(path)) {
            settings = file.info().space().withStrategy(to).withThreshold(threshold);
            file.setSpaceSettings(settings);
            assertThat(file.persistsFreeSpace()).isFalse();
            file.root().createDataset("in the same session", new int[LENGTH]);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            ContainerInfo info = file.info();
            assertThat(info.space()).isEqualTo(settings);
            assertThat(info.persistsFreeSpace()).isFalse();
            assertThat(file.check().isSound())
                    .as(file.check().findings().toString())
                    .isTrue();
            if (to.tracks()) {
                file.setPersistFreeSpace(true);
                file.reclaimUntracked();
            }
        }
        long free;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.check().isSound())
                    .as(file.check().findings().toString())
                    .isTrue();
            free = file.space().freeBytes();
            assertThat(free > 0).isEqualTo(to.tracks());
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.space().strategy().name()).isEqualTo(to.name());
            if (to.tracks() && to != FileSpaceStrategy.PAGE) {
                assertThat(file.space().freeBytes()).isEqualTo(free);
            }
            file.createDataset("/by libhdf5", ReferenceType.int32(), new long[] {LENGTH}, new int[LENGTH]);
            file.delete("/group/d1");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.info().space()).isEqualTo(settings);
            assertThat(file.info().persistsFreeSpace()).isEqualTo(to.tracks());
            assertThat(file.check().isSound())
                    .as(file.check().findings().toString())
                    .isTrue();
            assertThat(file.dataset("/by libhdf5").read()).isEqualTo(new int[LENGTH]);
            for (int i = 3; i < 20; i += 2) {
                assertThat(file.dataset("/group/d" + i).attribute("a").read()).isEqualTo(i);
            }
            file.delete("/group");
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.check().isSound())
                    .as(file.check().findings().toString())
                    .isTrue();
        }
    }

    @Test
    void theManagersOfTheOldStrategyAreNotStored() {
        Path path = write(FileSpaceStrategy.PAGE, true);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setSpaceSettings(file.info().space().withStrategy(FileSpaceStrategy.FSM_AGGR));
            assertThatThrownBy(() -> file.setPersistFreeSpace(true))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("open it again");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(true);
        }
    }

    @Test
    void aFileDoesNotBecomePaged() {
        Path path = write(FileSpaceStrategy.FSM_AGGR, true);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(() -> file.setSpaceSettings(SpaceSettings.defaults()
                            .withStrategy(FileSpaceStrategy.PAGE)
                            .withPageSize(4_096)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("only a copy");
            assertThat(file.persistsFreeSpace()).isTrue();
        }
        Path paged = folder.resolve("paged.h5");
        try (ContainerFile file = ContainerFile.create(
                paged,
                CreateOptions.defaults()
                        .withSpace(SpaceSettings.defaults()
                                .withStrategy(FileSpaceStrategy.PAGE)
                                .withPageSize(512)))) {
            assertThatThrownBy(() -> file.setSpaceSettings(SpaceSettings.defaults()
                            .withStrategy(FileSpaceStrategy.PAGE)
                            .withPageSize(1_024)))
                    .isInstanceOf(UnsupportedFeatureException.class);
        }
    }

    @Test
    void anOldSuperblockHasNoPlaceForIt() {
        Path path = folder.resolve("old.h5");
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            assertThatThrownBy(
                            () -> file.setSpaceSettings(SpaceSettings.defaults().withStrategy(FileSpaceStrategy.NONE)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("fallow upgrade");
        }
    }
}
