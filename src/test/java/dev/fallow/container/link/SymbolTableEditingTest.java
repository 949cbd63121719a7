package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.container.OurSnapshot;
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
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Old-style groups, edited by Fallow and libhdf5 in turn, and files that Fallow creates in the earliest format. */
@NeedsReference
class SymbolTableEditingTest {
    private static final ReferenceOptions EARLIEST =
            ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);

    @TempDir
    private Path folder;

    static List<ReferenceOptions> files() {
        return List.of(
                EARLIEST,
                EARLIEST.persist(true),
                EARLIEST.userBlock(512),
                EARLIEST.persist(true).userBlock(2048));
    }

    private static CreateOptions earliest(boolean persist) {
        return CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(persist);
    }

    private static String name(int i) {
        return "n" + i * 7919L % 1_000_003 + "x".repeat(i % 23);
    }

    /** Asserts that both read the same content, and that a file with persistent free space has no untracked bytes. */
    private static void check(Path path, boolean persistent, String where) throws IOException {
        assertThat(OurSnapshot.of(path)).as(where).isEqualTo(Snapshot.of(path));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            SpaceReport report = file.space();
            assertThat(report.findings()).as(where).isEmpty();
            assertThat(report.fileBytes()).isEqualTo(Files.size(path));
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
            if (persistent) {
                assertThat(report.untrackedBytes()).as(where).isZero();
                try (ReferenceFile reference = ReferenceFile.open(path, false)) {
                    assertThat(reference.space().freeBytes()).as(where).isEqualTo(report.freeBytes());
                }
            }
        }
    }

    /** Adds a link whose kind depends on the number. */
    private static void add(ContainerFile file, int i) {
        Group group = file.group("/links");
        switch (i % 5) {
            case 0 -> group.createGroup(name(i));
            case 1 -> group.createDataset(name(i), new int[] {i, -i});
            case 2, 3 -> group.createSoftLink(name(i), "/target/" + "s".repeat(i % 40));
            default -> group.createHardLink(name(i), "/target");
        }
    }

    private static void add(ReferenceFile file, int i) {
        String path = "/links/" + name(i);
        switch (i % 5) {
            case 0 -> file.createGroup(path);
            case 1 -> file.createDataset(path, ReferenceType.int32(), new long[] {2}, new int[] {i, -i});
            case 2, 3 -> file.createSoftLink("/target/" + "s".repeat(i % 40), path);
            default -> file.createHardLink("/target", path);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void weEditWhatLibhdf5MadeAndItEditsOn(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("theirs.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/target");
            file.createGroup("/links");
            for (int i = 0; i < 300; i++) {
                add(file, i);
            }
        }
        inTurn(path, options, options.toString().contains("persistent"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void libhdf5EditsWhatWeMadeAndWeEditOn(boolean persist) throws IOException {
        Path path = folder.resolve("ours.h5");
        try (ContainerFile file = ContainerFile.create(path, earliest(persist))) {
            file.root().createGroup("target");
            file.root().createGroup("links");
            for (int i = 0; i < 300; i++) {
                add(file, i);
            }
        }
        check(path, persist, "made");
        assertThat(Files.readAllBytes(path)[8]).as("superblock version").isEqualTo((byte) (persist ? 2 : 0));
        inTurn(path, EARLIEST, persist);
    }

    private static void inTurn(Path path, ReferenceOptions options, boolean persistent) throws IOException {
        Random random = new Random(17);
        TreeSet<Integer> present = new TreeSet<>();
        for (int i = 0; i < 300; i++) {
            present.add(i);
        }
        int next = 300;
        for (int turn = 0; turn < 6; turn++) {
            boolean ours = turn % 2 == 0;
            int adds = turn < 4 ? 120 : 20;
            ContainerFile our = ours ? ContainerFile.open(path) : null;
            ReferenceFile their = ours ? null : ReferenceFile.open(path, true, options);
            try (our;
                    their) {
                for (int step = 0; step < 240; step++) {
                    if (random.nextInt(240) < adds) {
                        present.add(next);
                        if (ours) {
                            add(our, next);
                        } else {
                            add(their, next);
                        }
                        next++;
                    } else if (!present.isEmpty()) {
                        Integer victim = present.ceiling(random.nextInt(next));
                        victim = victim == null ? present.first() : victim;
                        present.remove(victim);
                        if (ours) {
                            our.delete("/links/" + name(victim));
                        } else {
                            their.delete("/links/" + name(victim));
                        }
                    }
                }
                if (ours) {
                    assertThat(our.space().findings()).isEmpty();
                }
            }
            check(path, persistent, "turn " + turn + ", options " + options);
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                assertThat(file.group("/links").names()).hasSize(present.size());
            }
        }
    }

    @Test
    void tenThousandLinksComeAndGo() throws IOException {
        Path path = folder.resolve("many.h5");
        int links = 10_000;
        try (ContainerFile file = ContainerFile.create(path, earliest(true))) {
            Group group = file.root().createGroup("links");
            file.root().createGroup("target");
            for (int i = 0; i < links; i++) {
                group.createHardLink("link " + i * 7919L % links, "/target");
            }
        }
        long size = Files.size(path);
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.referenceCount("/target")).isEqualTo(links + 1);
            assertThat(file.exists("/links/link 4711")).isTrue();
            assertThat(file.exists("/links/link 10000")).isFalse();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.space().untrackedBytes()).isZero();
            Group group = file.group("/links");
            for (int i = 0; i < links; i++) {
                group.delete("link " + i * 3571L % links);
            }
            assertThat(group.names()).isEmpty();
        }
        assertThat(size).isGreaterThan(500_000);
        assertThat(Files.size(path)).isLessThan(4_096);
        check(path, true, "emptied");
        try (ReferenceFile file = ReferenceFile.open(path, true, EARLIEST)) {
            file.createHardLink("/target", "/links/again");
            file.delete("/links");
        }
        check(path, true, "deleted by libhdf5");
    }

    /**
     * A name or a link that an old-style group cannot store converts it to the new style; all its links are preserved.
     */
    @ParameterizedTest
    @MethodSource("files")
    void groupsBecomeNewStyle(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("new.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/target");
            file.createGroup("/external");
            file.createGroup("/renamed");
            for (int i = 0; i < 5; i++) {
                for (String group : List.of("/external/", "/renamed/")) {
                    file.createHardLink("/target", group + name(i));
                    file.createSoftLink("/target", group + "soft " + i);
                }
            }
        }
        long untracked;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            untracked = file.space().untrackedBytes();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/external").createExternalLink("outside", "other.h5", "/object");
            file.group("/renamed").rename("soft 3", "gr\u00f6\u00dfer");
            assertThat(file.group("/renamed").names())
                    .contains("gr\u00f6\u00dfer")
                    .doesNotContain("soft 3");
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
            file.root().createSoftLink("\u00fc", "/target"); // the root group, which old superblocks also describe
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
        }
        boolean persistent = options.toString().contains("persistent");
        check(path, persistent, "converted");
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.createGroup("/more");
            file.delete("/renamed/gr\u00f6\u00dfer");
        }
        check(path, persistent, "edited on");
    }
}
