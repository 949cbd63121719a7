package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.container.OurSnapshot;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.ReferenceSection;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fallow and libhdf5 reuse the space of deleted objects, no matter which of them deleted it, and free space at the end
 * of the file is truncated.
 */
@NeedsReference
class SpaceReuseTest {
    private static final int GROUPS = 125;
    private static final int IN_A_GROUP = 8;

    @TempDir
    private Path folder;

    /** 1,000 datasets, every second one deleted, and 500 created: the file does not grow by a single byte. */
    @Test
    void aThousandDatasetsLoseHalfAndGetItBack() throws IOException {
        Path path = folder.resolve("thousand.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            for (int g = 0; g < GROUPS; g++) {
                Group group = file.root().createGroup("g" + g);
                for (int d = 0; d < IN_A_GROUP; d++) {
                    group.createDataset("d" + d, numbers(g, d));
                }
            }
        }
        long before = Files.size(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int g = 0; g < GROUPS; g++) {
                for (int d = 1; d < IN_A_GROUP; d += 2) {
                    file.delete("/g" + g + "/d" + d);
                }
            }
        }
        assertSameFreeSpace(path); // the list of a thousand free sections may be at the end of the file
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int g = 0; g < GROUPS; g++) {
                for (int d = 1; d < IN_A_GROUP; d += 2) {
                    file.group("/g" + g).createDataset("n" + d, numbers(g, -d));
                }
            }
        }
        assertThat(Files.size(path)).isLessThanOrEqualTo(before);
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            for (int g = 0; g < GROUPS; g++) {
                for (int d = 0; d < IN_A_GROUP; d++) {
                    String name = d % 2 == 0 ? "d" + d : "n" + d;
                    assertThat(file.read("/g" + g + "/" + name)).isEqualTo(numbers(g, d % 2 == 0 ? d : -d));
                }
            }
        }
        assertThat(Snapshot.of(path)).hasSize(1 + GROUPS + GROUPS * IN_A_GROUP);
        assertSameFreeSpace(path);
    }

    private static int[] numbers(int g, int d) {
        int[] numbers = new int[100];
        Arrays.setAll(numbers, i -> g * 1_000 + d * 10 + i);
        return numbers;
    }

    /**
     * Asserts that libhdf5 and Fallow report the same total and the same sections of free space, and that every byte is
     * accounted for.
     */
    private static void assertSameFreeSpace(Path path) throws IOException {
        SpaceReport ours;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            ours = file.space();
        }
        assertThat(ours.findings()).isEmpty();
        assertThat(ours.untrackedBytes()).isZero();
        assertThat(ours.fileBytes()).isEqualTo(Files.size(path));
        List<ReferenceSection> sections = new ArrayList<>();
        for (FreeSection section : ours.sections()) {
            sections.add(new ReferenceSection(section.address(), section.size()));
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes()).isEqualTo(ours.freeBytes());
            assertThat(file.space().sections()).containsExactlyInAnyOrderElementsOf(sections);
        }
    }

    @Test
    void deletingTheLastObjectShortensTheFile() throws IOException {
        Path path = folder.resolve("last.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("first", new int[1000]);
            file.root().createDataset("last", new int[1000]);
        }
        long before = Files.size(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("last");
            file.flush();
            assertThat(file.allocatedBytes()).as("with the commit").isLessThan(before - 4000);
        }
        assertThat(Files.size(path)).isLessThan(before - 4000);
        assertThat(endOfFileInSuperblock(path)).isEqualTo(Files.size(path));
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().endOfAllocation()).isEqualTo(Files.size(path));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("first");
        }
        assertThat(Files.size(path)).isLessThan(500);
        assertThat(endOfFileInSuperblock(path)).isEqualTo(Files.size(path));
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
    }

    private static long endOfFileInSuperblock(Path path) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(path))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(28);
    }

    /** libhdf5 deletes and creates in a file of Fallow, and Fallow reads the result. */
    @Test
    void theReferenceEditsOurFile() throws IOException {
        Path path = folder.resolve("ours.h5");
        long hole;
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("a", new int[400]);
            hole = file.root().createDataset("b", new int[500]).storageAddress();
            file.root().createDataset("c", new int[600]);
            file.delete("b");
        }
        assertSameFreeSpace(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.allocateDataset("/d", ReferenceType.int32(), 500))
                    .as("it takes our section")
                    .isEqualTo(hole);
            file.delete("/a");
            file.createDataset("/e", ReferenceType.float64(), new long[] {3}, new double[] {1, 2, 3});
            file.attributes("/e").create("unit", ReferenceType.fixedString(5), "metre".substring(0, 4));
        }
        assertSameFreeSpace(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.root().names()).containsExactly("c", "d", "e");
            assertThat(file.dataset("e").read()).isEqualTo(new double[] {1, 2, 3});
            assertThat(file.dataset("e").attribute("unit").read()).isEqualTo("metr");
            file.delete("d");
            file.flush(); // until then its space belongs to the last commit
            assertThat(file.root().createDataset("f", new int[500]).storageAddress())
                    .isEqualTo(hole);
        }
        assertThat(Snapshot.of(path)).isEqualTo(OurSnapshot.of(path));
        assertSameFreeSpace(path);
    }

    /**
     * Fallow deletes and creates in a file of libhdf5, and libhdf5 reads the result; the new object is in the released
     * space.
     */
    @Test
    void weEditTheReferencesFile() throws IOException {
        Path path = folder.resolve("theirs.h5");
        long[] offsets = new long[7];
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            for (int i = 0; i < offsets.length; i++) {
                file.createDataset("/d" + i, ReferenceType.int32(), new long[] {75}, numbers75(i));
                offsets[i] = file.offset("/d" + i);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("d1");
            file.delete("d3");
            file.flush(); // until then their space belongs to the last commit
            Dataset made = file.root().createDataset("new", numbers75(9));
            assertThat(made.storageAddress()).as("lowest address of that size").isEqualTo(offsets[1]);
            file.dataset("d2").createAttribute("note", "edited");
        }
        assertThat(Snapshot.of(path)).isEqualTo(OurSnapshot.of(path));
        assertSameFreeSpace(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.readLongs("/new")[1]).isEqualTo(10);
            assertThat(file.attributes("/d2").read("note")).isEqualTo(new String[] {"edited"});
            assertThat(file.allocateDataset("/again", ReferenceType.int32(), 75))
                    .as("it uses the section that we left")
                    .isEqualTo(offsets[3]);
        }
        assertThat(Snapshot.of(path).keySet()).isEqualTo(OurSnapshot.of(path).keySet());
    }

    private static int[] numbers75(int first) {
        int[] numbers = new int[75];
        Arrays.setAll(numbers, i -> first + i);
        return numbers;
    }

    /** A file without persistent free space can be edited; its free space is untracked afterwards. */
    @Test
    void aFileWithoutPersistence() throws IOException {
        Path path = folder.resolve("forgets.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            for (int i = 0; i < 5; i++) {
                file.createDataset("/d" + i, ReferenceType.int32(), new long[] {75}, numbers75(i));
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("d1");
            long hole = file.root().createDataset("x", new int[10]).storageAddress();
            assertThat(hole).as("within the session").isPositive();
            file.delete("x");
        }
        assertThat(Snapshot.of(path)).isEqualTo(OurSnapshot.of(path)).hasSize(5);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.freeBytes()).isZero();
            assertThat(report.untrackedBytes()).isGreaterThanOrEqualTo(300);
        }
    }

    /** With repeated creation and deletion, each in a separate session, the file stops growing. */
    @Test
    void churnOverReopeningReachesAPlateau() throws IOException {
        Path path = folder.resolve("churn.h5");
        ContainerFile.create(path).close();
        long afterThree = 0;
        for (int round = 1; round <= 40; round++) {
            try (ContainerFile file = ContainerFile.open(path)) {
                for (int i = 0; i < 8; i++) {
                    Group group = file.root().createGroup("g" + i);
                    group.createDataset("d", new int[50 + i]).createAttribute("a", i);
                }
            }
            try (ContainerFile file = ContainerFile.open(path)) {
                for (int i = 0; i < 8; i++) {
                    file.delete("g" + i);
                }
            }
            if (round == 3) {
                afterThree = Files.size(path);
            }
        }
        assertThat(Files.size(path)).isLessThanOrEqualTo(afterThree);
        assertSameFreeSpace(path);
    }
}
