package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.container.OurSnapshot;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.LinkOrder;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceEntry;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups that libhdf5 wrote, in every format and size, are read with the same links as by libhdf5, and every byte of
 * them is accounted for.
 */
@NeedsReference
class GroupStorageTest {
    private static final Set<String> OLD_BLOCKS = Set.of("TREE", "SNOD", "HEAP");

    @TempDir
    private Path folder;

    /** The kinds of files, with both old-style and new-style groups. */
    static List<ReferenceOptions> files() {
        ReferenceOptions latest = ReferenceOptions.defaults();
        ReferenceOptions earliest = latest.bounds(FormatBound.EARLIEST, FormatBound.LATEST);
        return List.of(
                latest,
                latest.persist(true),
                latest.persist(true).trackCreationOrder(true),
                earliest,
                earliest.persist(true),
                earliest.userBlock(512));
    }

    static Stream<Arguments> filesAndCounts() {
        return files().stream()
                .flatMap(options -> Stream.of(0, 1, 8, 9, 100, 5_000).map(count -> Arguments.of(options, count)));
    }

    @ParameterizedTest
    @MethodSource("filesAndCounts")
    void everySizeIsReadAndAccountedFor(ReferenceOptions options, int count) throws IOException {
        Path path = folder.resolve("links.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/target");
            file.createGroup("/links");
            for (int i = 0; i < count; i++) {
                link(file, "/links/" + name(i), i);
            }
        }
        assertRead(path, options);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Group group = file.group("/links");
            assertThat(group.names()).hasSize(count);
            for (int i = 0; i < count; i += 1 + count / 200) {
                assertThat(group.exists(name(i))).as(name(i)).isTrue();
                assertThat(group.exists(name(i) + "x")).as(name(i) + "x").isFalse();
            }
            assertThat(group.exists("a")).isFalse(); // sorts before all names, and after all of them
            assertThat(group.exists("z")).isFalse();
        }
    }

    private static String name(int i) {
        return "link " + i * 7919L % 1_000_003;
    }

    private static void link(ReferenceFile file, String path, int i) {
        if (i % 50 == 0) {
            file.createGroup(path);
        } else if (i % 50 == 1) {
            file.createDataset(path, ReferenceType.int32(), new long[] {2}, new int[] {i, -i});
        } else if (i % 2 == 0) {
            file.createHardLink("/target", path);
        } else {
            file.createSoftLink("/target", path);
        }
    }

    private static void assertRead(Path path, ReferenceOptions options) throws IOException {
        assertRead(path, options, false);
    }

    /**
     * @param converted whether libhdf5 has converted an old-style group to the new style, and left the blocks of its
     *     links untracked
     */
    private static void assertRead(Path path, ReferenceOptions options, boolean converted) throws IOException {
        assertThat(OurSnapshot.of(path)).as("%s", options).isEqualTo(Snapshot.of(path));
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as("%s", options).isEmpty();
        assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                .isEqualTo(report.fileBytes());
        if (options.toString().contains("persistent")) {
            byte[] bytes = Files.readAllBytes(path);
            assertThat(report.untracked())
                    .as("%s", options)
                    .allMatch(run -> converted
                            && OLD_BLOCKS.contains(
                                    new String(bytes, (int) run.address(), 4, StandardCharsets.ISO_8859_1)));
        }
    }

    /**
     * Names of every kind; libhdf5 converts an old-style group to the new style if it cannot store a name or a link.
     */
    @ParameterizedTest
    @MethodSource("files")
    void everyKindOfLinkAndName(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("kinds.h5");
        List<String> names = List.of(
                "a",
                "with a blank, and more",
                "\u00e4\u00f6\u00fc",
                "\u4e16\u754c",
                "\ud83d\ude00",
                "x".repeat(255),
                "y".repeat(256),
                "z".repeat(5_000), // a huge object in a heap
                "0".repeat(60_000));
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/target");
            for (int size : new int[] {2, 12}) {
                String ascii = "/ascii of " + size;
                String all = "/all of " + size;
                file.createGroup(ascii);
                file.createGroup(all);
                for (int i = 0; i < size; i++) {
                    String name = i < names.size() ? names.get(i) : "filler " + i;
                    file.createSoftLink("../somewhere/else/" + "s".repeat(i * 50), all + "/soft " + name);
                    file.createExternalLink("other file.h5", "/object " + i, all + "/external " + name);
                    file.createHardLink("/target", all + "/" + name);
                    if (name.chars().allMatch(c -> c < 128)) {
                        file.createHardLink("/target", ascii + "/" + name);
                        file.createSoftLink("/target", ascii + "/soft " + name);
                        file.createSoftLink("soft " + name, ascii + "/soft to soft " + name);
                    }
                }
            }
        }
        assertRead(path, options, options.toString().startsWith("EARLIEST"));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            long target = file.group("/target").address();
            for (String name : names) {
                assertThat(file.group("/all of 12/" + name).address()).isEqualTo(target);
                if (name.chars().allMatch(c -> c < 128)) {
                    assertThat(file.group("/ascii of 12/soft to soft " + name).address())
                            .isEqualTo(target);
                }
            }
            assertThatThrownBy(() -> file.group("/all of 12/external a"))
                    .hasMessageContaining("the file \"other file.h5\" of the external link does not exist");
        }
    }

    /** Earlier deletions leave free space in heaps and nodes, and trees of smaller depth. */
    @ParameterizedTest
    @MethodSource("files")
    void groupsThatHaveShrunk(ReferenceOptions options) throws IOException {
        for (int left : new int[] {0, 3, 100, 700}) {
            Path path = folder.resolve("left" + left + ".h5");
            Random random = new Random(left);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            try (ReferenceFile file = ReferenceFile.create(path, options)) {
                file.createGroup("/target");
                file.createGroup("/links");
                for (int i : order) {
                    file.createHardLink("/target", "/links/" + name(i) + "n".repeat(i % 90));
                }
            }
            Collections.shuffle(order, random);
            try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
                for (int i : order.subList(left, order.size())) {
                    file.delete("/links/" + name(i) + "n".repeat(i % 90));
                }
            }
            assertRead(path, options);
        }
    }

    /** A heap with so many rows that its indirect blocks are nested. */
    @Test
    void aHeapWithIndirectBlocksInIndirectBlocks() throws IOException {
        ReferenceOptions options = ReferenceOptions.persistent();
        Path path = folder.resolve("large.h5");
        int links = 1_500;
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/links");
            for (int i = 0; i < links; i++) {
                file.createSoftLink("t".repeat(1_500), "/links/" + name(i));
            }
        }
        assertRead(path, options);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.group("/links").names()).hasSize(links);
        }
        assertThat(Files.size(path)).isGreaterThan(links * 1_500L);
    }

    /** Groups that libhdf5 wrote can be edited, copied and deleted in every storage format. */
    @ParameterizedTest
    @MethodSource("files")
    void largeGroupsAreEdited(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("edited.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/group");
            file.createGroup("/group/dense");
            for (int i = 0; i < 20; i++) {
                file.createGroup("/group/dense/" + i);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Group large = file.group("/group/dense");
            large.createGroup("new");
            large.createDataset("new dataset", 1);
            large.delete("7");
            large.rename("8", "eight");
            long untracked = file.space().untrackedBytes();
            file.copy("/group/dense", "/copy");
            file.delete("/group/dense");
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
        }
        assertThat(OurSnapshot.of(path))
                .as("%s", options)
                .isEqualTo(Snapshot.of(path))
                .hasSize(2 + 1 + 21)
                .containsKeys("/copy/eight", "/copy/new");
    }

    /** libhdf5 writes a large group; Fallow creates its siblings and children. */
    @Test
    void whatIsBesideADenseGroupCanBeEdited() throws IOException {
        ReferenceOptions options = ReferenceOptions.persistent();
        Path path = folder.resolve("beside.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/dense");
            file.createGroup("/beside");
            for (int i = 0; i < 300; i++) {
                file.createGroup("/dense/" + i);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 300; i += 3) {
                file.group("/dense/" + i).createDataset("d", new int[] {i, 1, 2});
                file.group("/beside").createGroup("g" + i);
            }
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isZero();
            for (int i = 0; i < 300; i += 2) {
                if (i % 3 == 0) {
                    file.delete("/dense/" + i + "/d");
                }
            }
        }
        assertRead(path, options);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            List<ReferenceEntry> entries = file.list(LinkOrder.NAME);
            assertThat(entries).hasSize(2 + 300 + 100 + 50);
            file.delete("/dense");
        }
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(102);
    }
}
