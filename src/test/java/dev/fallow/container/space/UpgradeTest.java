package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.OpenOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.container.OurSnapshot;
import dev.fallow.crash.CrashImages;
import dev.fallow.crash.Image;
import dev.fallow.crash.RecordedMedium;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.bytedeco.hdf5.global.hdf5;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Superblocks of versions 0 and 1, as libhdf5 writes them, are replaced by version 2. */
@NeedsReference
class UpgradeTest {
    private static final int DEFAULT_CHUNK_K = 32;

    @TempDir
    private Path folder;

    /** As in {@code SuperblockGenerationsTest}. */
    private record Kind(int version, int groupInternalK, int groupLeafK, int chunkK, int offsets, int userBlock) {
        /** Lengths are as long as addresses here, and persisted free space needs lengths of 8 bytes. */
        boolean persistable() {
            return offsets == Long.BYTES;
        }

        boolean usual() {
            return groupInternalK == 16 && groupLeafK == 4 && chunkK == DEFAULT_CHUNK_K;
        }

        /** The bytes that the new superblock does not need. */
        long rest() {
            int old = 24 + (version == 1 ? 4 : 0) + 4 * offsets + 2 * offsets + 24;
            return old - (16 + 4 * offsets);
        }
    }

    private static long checked(long result) {
        assertThat(result).isNotNegative();
        return result;
    }

    private Path write(Kind kind) throws IOException {
        Path path = folder.resolve("old.h5");
        long creation = checked(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_CREATE_ID_g()));
        checked(hdf5.H5Pset_sym_k(creation, kind.groupInternalK, kind.groupLeafK));
        if (kind.chunkK != DEFAULT_CHUNK_K) {
            checked(hdf5.H5Pset_istore_k(creation, kind.chunkK));
        }
        checked(hdf5.H5Pset_sizes(creation, kind.offsets, kind.offsets));
        checked(hdf5.H5Pset_userblock(creation, kind.userBlock));
        checked(hdf5.H5Fclose(checked(hdf5.H5Fcreate(path.toString(), hdf5.H5F_ACC_EXCL, creation, hdf5.H5P_DEFAULT))));
        checked(hdf5.H5Pclose(creation));
        edit(path, "group", 60);
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes[kind.userBlock + 8]).isEqualTo((byte) kind.version);
        for (int i = 0; i < kind.userBlock; i++) {
            bytes[i] = (byte) i;
        }
        Files.write(path, bytes);
        return path;
    }

    /** libhdf5 creates a group with some objects, and deletes one. */
    private static void edit(Path path, String group, int links) {
        ReferenceOptions options = ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.createGroup("/" + group);
            file.createDataset("/" + group + "/data", ReferenceType.int16(), new long[] {2}, new short[] {1, 2});
            file.createDataset("/" + group + "/gone", ReferenceType.int16(), new long[] {90}, new short[90]);
            file.attributes("/" + group).create("attribute", ReferenceType.int32(), 17);
            for (int i = 0; i < links; i++) {
                file.createSoftLink("/" + group + "/data", "/" + group + "/link " + i);
            }
            file.delete("/" + group + "/gone");
        }
    }

    private static void assertUserBlock(byte[] bytes, Kind kind) {
        for (int i = 0; i < kind.userBlock; i++) {
            assertThat(bytes[i]).isEqualTo((byte) i);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 16, 4, 32, 8, 0",
        "0, 16, 4, 32, 8, 512",
        "0, 2, 1, 32, 8, 2048",
        "0, 100, 50, 32, 8, 0",
        "1, 16, 4, 7, 8, 0",
        "1, 3, 2, 7, 8, 1024",
        "0, 16, 4, 32, 4, 0",
        "1, 5, 9, 11, 4, 512",
        "0, 16, 4, 32, 2, 0"
    })
    void everythingElseStays(int version, int groupInternalK, int groupLeafK, int chunkK, int offsets, int userBlock)
            throws IOException {
        Kind kind = new Kind(version, groupInternalK, groupLeafK, chunkK, offsets, userBlock);
        Path path = write(kind);
        Map<String, ?> before = Snapshot.of(path);
        byte[] old = Files.readAllBytes(path);
        long untracked = space(path).untrackedBytes();
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(() -> file.setPersistFreeSpace(true))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll(
                            kind.persistable()
                                    ? new String[] {"version " + version, "fallow upgrade", "ContainerFile.upgrade"}
                                    : new String[] {"lengths of " + offsets + " bytes"});
            long free = file.freeBytes();
            assertThat(file.upgrade()).isEqualTo(version);
            assertThat(file.freeBytes())
                    .as("what is left of the old superblock")
                    .isEqualTo(free + kind.rest());
            assertThat(file.upgrade()).as("again").isEqualTo(2);
        }
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes[userBlock + 8]).isEqualTo((byte) 2);
        assertUserBlock(bytes, kind);
        if (kind.usual()) {
            int from = userBlock + 16 + 4 * offsets;
            assertThat(bytes).hasSameSizeAs(old);
            System.arraycopy(old, userBlock, bytes, userBlock, from - userBlock);
            assertThat(bytes).as("nothing but the superblock is written").isEqualTo(old);
        }
        assertThat(Snapshot.of(path)).isEqualTo(before);
        assertThat(OurSnapshot.of(path)).isEqualTo(before);
        assertThat(space(path).untrackedBytes()).isEqualTo(untracked + kind.rest());
        persist(path, kind);
    }

    private static SpaceReport space(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            return report;
        }
    }

    /** Free space is persisted, and used by both libraries. */
    private static void persist(Path path, Kind kind) throws IOException {
        if (!kind.persistable()) {
            try (ContainerFile file = ContainerFile.open(path)) {
                assertThatThrownBy(() -> file.setPersistFreeSpace(true))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("lengths of " + kind.offsets + " bytes");
            }
            return;
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(true);
            file.reclaimUntracked();
        }
        SpaceReport report = space(path);
        assertThat(report.untrackedBytes()).isZero();
        assertThat(report.freeBytes()).isGreaterThanOrEqualTo(kind.rest());
        edit(path, "by libhdf5", 100);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.persistsFreeSpace()).isTrue();
            file.root().createGroup("by us").createDataset("data", new int[] {4, 5});
            file.delete("/group/link 7");
            assertThat(file.space().findings()).isEmpty();
        }
        edit(path, "by libhdf5 again", 3);
        assertThat(Snapshot.of(path)).containsKeys("/by libhdf5/data", "/by libhdf5 again/data");
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).containsKeys("/by us/data", "/group/link 8");
        assertUserBlock(Files.readAllBytes(path), kind);
    }

    /** A driver information block, which libhdf5 writes with drivers of its own, has no place in the new superblock. */
    @Test
    void aDriverIsNamed() throws IOException {
        Path path = write(new Kind(0, 16, 4, DEFAULT_CHUNK_K, 8, 0));
        byte[] bytes = Files.readAllBytes(path);
        int end = bytes.length;
        byte[] changed = Arrays.copyOf(bytes, end + 24);
        LittleEndian.put(changed, 40, 8, end + 24);
        LittleEndian.put(changed, 48, 8, end);
        changed[end + 4] = 8; // the length of the driver's information
        System.arraycopy("NCSAfami".getBytes(StandardCharsets.US_ASCII), 0, changed, end + 8, 8);
        Files.write(path, changed);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(file::upgrade)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("driver information block", "address " + end, "NCSAfami");
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(changed);
    }

    @Test
    void aReadOnlyContainerIsNotUpgraded() throws IOException {
        Path path = write(new Kind(0, 16, 4, DEFAULT_CHUNK_K, 8, 0));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file::upgrade)
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("read-only");
        }
    }

    /** A snapshot shows the old superblock. */
    @Test
    void aSnapshotStaysAsItIs() throws IOException {
        Path path = write(new Kind(0, 16, 4, DEFAULT_CHUNK_K, 8, 512));
        try (ContainerFile file = ContainerFile.open(path);
                ContainerFile snapshot = file.snapshot()) {
            file.upgrade();
            file.root().createGroup("new");
            file.flush();
            assertThat(snapshot.info().superblockVersion()).isZero();
            assertThat(snapshot.exists("/new")).isFalse();
            assertThat(snapshot.dataset("/group/data").read()).isEqualTo(new short[] {1, 2});
            try (ContainerFile later = file.snapshot()) {
                assertThat(later.info().superblockVersion()).isEqualTo(2);
                assertThat(later.exists("/new")).isTrue();
            }
        }
    }

    /** With a user block and K values of its own. libhdf5 refuses an image, or reads the same. */
    @ParameterizedTest
    @CsvSource({"1, 3, 2, 7, 8, 1024", "0, 16, 4, 32, 4, 512"})
    void everyCrashLeavesAFile(int version, int groupInternalK, int groupLeafK, int chunkK, int offsets, int userBlock)
            throws IOException {
        Path path = write(new Kind(version, groupInternalK, groupLeafK, chunkK, offsets, userBlock));
        Object expected = Snapshot.of(path);
        RecordedMedium medium = new RecordedMedium(new Image(Files.readAllBytes(path), null));
        try (ContainerFile file = Containers.of(
                ContainerOpener.openIn(medium.container(), medium.journal(), "old", OpenOptions.defaults()))) {
            file.upgrade();
        }
        int[] versions = new int[3];
        int[] read = new int[2];
        CrashImages images = new CrashImages(medium, 5, 1, 100);
        CrashImages.Check check = (image, events, how) -> {
            try {
                Path crashed = folder.resolve("crashed.h5");
                Files.write(crashed, image.container());
                Path journal = folder.resolve("crashed.h5.fallow-journal");
                if (image.journal() != null) {
                    Files.write(journal, image.journal());
                }
                try {
                    assertThat(Snapshot.of(crashed)).as(how).isEqualTo(expected);
                    read[0]++;
                } catch (ReferenceException e) {
                    read[1]++;
                }
                try (ContainerFile file = ContainerFile.open(crashed)) {
                    versions[file.info().superblockVersion()]++;
                }
                assertThat(journal).as(how).doesNotExist();
                assertThat(Snapshot.of(crashed)).as(how).isEqualTo(expected);
                assertThat(OurSnapshot.of(crashed)).as(how).isEqualTo(expected);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        images.killed(medium.count(), check);
        images.wentDown(medium.count(), check);
        System.out.printf(
                "%d images with version %d, %d with version 2; libhdf5 read %d and refused %d before recovery%n",
                versions[version], version, versions[2], read[0], read[1]);
        assertThat(versions[version]).isPositive();
        assertThat(versions[2]).isPositive();
    }
}
