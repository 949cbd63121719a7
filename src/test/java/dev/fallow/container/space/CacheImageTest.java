package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that libhdf5 closed with a metadata cache image: most of the metadata is in the image only. They are read with it, and the first
 * change writes it back and drops it, as opening for writing does in libhdf5.
 */
@NeedsReference
class CacheImageTest {
    private static final int GROUPS = 60;
    private static final byte[] SIGNATURE = "MDCI".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    /** @param emptied whether groups are deleted before the file is closed, so that there is free space */
    private Path made(FileSpaceStrategy strategy, boolean persistent, boolean emptied) {
        Path path = folder.resolve("image.h5");
        ReferenceOptions options = ReferenceOptions.defaults()
                .strategy(strategy)
                .persist(persistent)
                .cacheImage(true);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/many");
            for (int i = 0; i < GROUPS; i++) {
                file.createGroup("/many/g" + i);
                file.createDataset(
                        "/many/g" + i + "/d", ReferenceType.int32(), new long[] {3}, new int[] {i, 2 * i, 3 * i});
            }
            if (emptied) {
                for (int i = 0; i < GROUPS; i += 2) {
                    file.delete("/many/g" + i);
                }
            }
        }
        return path;
    }

    private static int at(byte[] bytes) {
        for (int i = 0; i < bytes.length - 3; i++) {
            if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + 4), SIGNATURE)) {
                return i;
            }
        }
        return -1;
    }

    private static void assertContent(ContainerFile container, boolean emptied, String where) {
        assertThat(container.root().group("many").links()).as(where).hasSize(emptied ? GROUPS / 2 : GROUPS);
        for (int i = 1; i < GROUPS; i += 2) {
            assertThat(container.dataset("/many/g" + i + "/d").read(int[].class))
                    .as(where)
                    .containsExactly(i, 2 * i, 3 * i);
        }
        assertThat(container.space().findings()).as(where).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FSM_AGGR,false", "FSM_AGGR,true", "PAGE,false", "PAGE,true", "AGGR,false", "NONE,false"})
    void itIsReadAndDroppedWithTheFirstChange(FileSpaceStrategy strategy, boolean persistent) throws IOException {
        for (boolean emptied : new boolean[] {false, true}) {
            Path path = made(strategy, persistent, emptied);
            byte[] theirs = Files.readAllBytes(path);
            assertThat(at(theirs)).as("position of the image").isPositive();
            try (ContainerFile container = ContainerFile.openReadOnly(path)) {
                assertContent(container, emptied, "read");
            }
            assertThat(ContainerFile.check(path).findings())
                    .as("findings")
                    .noneMatch(each -> !each.code().name().equals("SPACE_UNTRACKED"));
            ContainerFile.open(path).close();
            assertThat(Files.readAllBytes(path)).as("opened and closed").isEqualTo(theirs);
            try (ContainerFile container = ContainerFile.open(path)) {
                try (ContainerFile snapshot = container.snapshot()) {
                    container.root().createDataset("ours", new int[] {7});
                    assertContent(container, emptied, "changed");
                    assertContent(snapshot, emptied, "snapshot of before");
                    container.flush();
                    assertThat(snapshot.exists("/ours")).isFalse();
                }
                container.delete("/many/g1");
                container.root().group("many").createGroup("g1").createDataset("d", new int[] {1, 2, 3});
            }
            try (ContainerFile container = ContainerFile.openReadOnly(path)) {
                assertContent(container, emptied, "edited");
                assertThat(container.dataset("ours").read(int[].class)).containsExactly(7);
            }
            assertThat(ContainerFile.check(path).isSound()).isTrue();
            try (ReferenceFile file = ReferenceFile.open(path, true)) {
                file.createGroup("/theirs");
                assertThat(file.readLongs("/many/g3/d")).containsExactly(3, 6, 9);
            }
            try (ContainerFile container = ContainerFile.openReadOnly(path)) {
                assertContent(container, emptied, "edited by libhdf5");
            }
            Files.delete(path);
        }
    }

    /** A commit that was interrupted after the image was written back leaves both, which agree. */
    @Test
    void aChangeThatIsNotCommittedLeavesTheImage() throws IOException {
        Path path = made(FileSpaceStrategy.FSM_AGGR, false, false);
        long length = Files.size(path);
        Path killed = folder.resolve("killed.h5");
        try (ContainerFile container = ContainerFile.open(path)) {
            container.root().createGroup("ours");
            Files.copy(path, killed);
            Files.copy(Path.of(path + ".fallow-journal"), Path.of(killed + ".fallow-journal"));
        }
        assertThat(Files.size(killed)).isEqualTo(length);
        ContainerFile.recover(killed);
        try (ContainerFile container = ContainerFile.openReadOnly(killed)) {
            assertContent(container, false, "recovered");
            assertThat(container.exists("/ours")).isFalse();
        }
        try (ReferenceFile file = ReferenceFile.open(killed, true)) {
            assertThat(file.readLongs("/many/g3/d")).containsExactly(3, 6, 9);
        }
    }

    @Test
    void shrinkingAndReclaimingDropIt() throws IOException {
        Path path = made(FileSpaceStrategy.FSM_AGGR, true, true);
        try (ContainerFile container = ContainerFile.open(path)) {
            container.reclaimUntracked();
            container.shrink(ShrinkOptions.defaults());
            assertContent(container, true, "shrunk");
        }
        assertThat(at(Files.readAllBytes(path))).as("the image is in the file").isNegative();
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readLongs("/many/g3/d")).containsExactly(3, 6, 9);
        }
    }

    @Test
    void aDamagedImageKeepsTheFileFromBeingOpened() throws IOException {
        Path path = made(FileSpaceStrategy.FSM_AGGR, false, false);
        byte[] bytes = Files.readAllBytes(path);
        int at = at(bytes);
        for (int i = 0; i < 40; i++) {
            byte[] damaged = bytes.clone();
            damaged[at + i] ^= 0x40;
            Files.write(path, damaged);
            assertThatThrownBy(() -> ContainerFile.open(path, OpenOptions.defaults()))
                    .as("byte " + i)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(path.toString(), "metadata cache image");
            assertThat(ContainerFile.check(path).isSound()).isFalse();
            assertThat(Files.readAllBytes(path)).isEqualTo(damaged);
        }
    }
}
