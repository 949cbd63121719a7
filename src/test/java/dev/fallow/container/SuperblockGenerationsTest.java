package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Superblocks of all versions, with the K values that determine the node size of old-style groups. */
@NeedsReference
class SuperblockGenerationsTest {
    @TempDir
    private Path folder;

    /**
     * @param groupInternalK K of group B-tree nodes
     * @param groupLeafK K of symbol table nodes
     * @param chunkK K of chunk B-tree nodes: a value other than the default requires superblock version 1 instead of 0
     * @param offsets bytes of an address
     */
    @ParameterizedTest
    @CsvSource({
        "0, 16, 4, 32, 8",
        "0, 2, 1, 32, 8",
        "0, 100, 50, 32, 8",
        "1, 3, 2, 7, 8",
        "0, 16, 4, 32, 4",
        "1, 5, 9, 11, 4",
        "0, 16, 4, 32, 2"
    })
    void oldGenerationsAreReadAndEdited(int version, int groupInternalK, int groupLeafK, int chunkK, int offsets)
            throws IOException {
        Path path = folder.resolve("old.h5");
        long creation = checked(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_CREATE_ID_g()));
        checked(hdf5.H5Pset_sym_k(creation, groupInternalK, groupLeafK));
        if (chunkK != 32) {
            checked(hdf5.H5Pset_istore_k(creation, chunkK));
        }
        checked(hdf5.H5Pset_sizes(creation, offsets, offsets));
        checked(hdf5.H5Fclose(checked(hdf5.H5Fcreate(path.toString(), hdf5.H5F_ACC_EXCL, creation, hdf5.H5P_DEFAULT))));
        checked(hdf5.H5Pclose(creation));
        fill(path, offsets == 2 ? 60 : 700);
        assertThat(Files.readAllBytes(path)[8]).isEqualTo((byte) version);
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path));
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
            assertThat(file.isReadOnly()).isTrue();
        }
        assertThat(report.findings()).isEmpty();
        assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        edit(path);
        byte[] after = Files.readAllBytes(path);
        assertThat(after[8]).isEqualTo((byte) version);
        assertThat(after[20]).as("flags").isZero();
        assertThat(OurSnapshot.of(path))
                .isEqualTo(Snapshot.of(path))
                .containsKey("/made/a name of some length, 0/data");
    }

    /** Deletes most objects, creates others, and asserts that no byte becomes untracked. */
    private static void edit(Path path) throws IOException {
        long untracked;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            untracked = file.space().untrackedBytes();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group("/group");
            List<String> names = group.names();
            for (int i = 0; i < names.size(); i++) {
                if (i % 7 != 0) {
                    group.delete(names.get(i));
                }
            }
            file.root().createGroup("made").createGroup("here").createDataset("data", new short[] {3, 4, 5});
            for (int i = 0; i < 30; i++) {
                group.createSoftLink("new " + i, "/made/here");
                file.group("/made").createHardLink("a name of some length, " + i, "/made/here");
            }
            group.createAttribute("another", new int[] {1, 2, 3});
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
        }
    }

    private static long checked(long result) {
        assertThat(result).isNotNegative();
        return result;
    }

    private static void fill(Path path, int links) {
        ReferenceOptions options = ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.createGroup("/group");
            file.createDataset("/group/data", ReferenceType.int16(), new long[] {2}, new short[] {1, 2});
            file.attributes("/group").create("attribute", ReferenceType.int32(), 17);
            for (int i = 0; i < links; i++) {
                file.createSoftLink("/group/data", "/group/link " + i);
            }
        }
    }

    /** Superblocks from version 2 on store the K values in their extension. */
    @Test
    void kValuesInTheExtension() throws IOException {
        Path path = folder.resolve("extension.h5");
        long creation = checked(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_CREATE_ID_g()));
        checked(hdf5.H5Pset_sym_k(creation, 3, 7));
        checked(hdf5.H5Pset_file_space_strategy(creation, hdf5.H5F_FSPACE_STRATEGY_FSM_AGGR, true, 1));
        checked(hdf5.H5Fclose(checked(hdf5.H5Fcreate(path.toString(), hdf5.H5F_ACC_EXCL, creation, hdf5.H5P_DEFAULT))));
        checked(hdf5.H5Pclose(creation));
        fill(path, 500);
        assertThat(Files.readAllBytes(path)[8]).isEqualTo((byte) 2);
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(503);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.space().findings()).isEmpty();
            Group made = file.root().createGroup("made"); // an old-style group, as the root group is
            for (int i = 0; i < 500; i++) {
                file.root().createSoftLink("root " + i, "/group");
                made.createHardLink("made " + i, "/group");
            }
            for (int i = 0; i < 400; i++) {
                file.delete("/root " + i * 3 % 500);
            }
            assertThat(file.space().untrackedBytes()).isZero();
        }
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(503 + 1 + 600);
    }
}
