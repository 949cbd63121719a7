package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.container.CommittedDatatypeTest;
import dev.fallow.container.OurSnapshot;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.LinkOrder;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.ReferenceEntry;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links, moves and copies made by Fallow, read by libhdf5, and vice versa. */
@NeedsReference
class LinkEditingTest {
    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("file.h5");
    }

    /**
     * Asserts that both read the same content, that every byte is accounted for, and that libhdf5 reports the same
     * number of free bytes.
     */
    private void assertBothAgree() throws IOException {
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path));
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).isEmpty();
        assertThat(report.untracked()).isEmpty();
        assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes()).isEqualTo(report.freeBytes());
        }
    }

    private List<String> creationOrder(String group) {
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            return file.list(LinkOrder.CREATION).stream()
                    .map(ReferenceEntry::path)
                    .filter(entry -> entry.startsWith(group + "/") && entry.indexOf('/', group.length() + 1) < 0)
                    .toList();
        }
    }

    @Test
    void libhdf5ReadsAndEditsOurLinks() throws IOException {
        try (ContainerFile file = ContainerFile.create(path)) {
            Group root = file.root();
            Dataset dataset = root.createDataset("dataset", new int[] {1, 2, 3});
            root.createGroup("group").createHardLink("hard", dataset);
            root.createHardLink("group/also", "dataset");
            root.createHardLink("group/up", "/");
            root.createHardLink("group/self", "group");
            root.createSoftLink("group/soft", "../else/where");
            root.createExternalLink("group/external", "other file.h5", "/x");
        }
        assertBothAgree();
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.referenceCount("/dataset")).isEqualTo(3);
            assertThat(file.referenceCount("/group")).isEqualTo(2);
            assertThat(file.referenceCount("/")).isEqualTo(2);
            file.delete("/dataset");
            file.delete("/group/up");
            file.delete("/group/self");
            file.delete("/group/hard");
        }
        assertBothAgree();
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("/group/also").linkCount()).isEqualTo(1);
            assertThat(file.group("/group").linkCount()).isEqualTo(1);
            assertThat(file.root().linkCount()).isEqualTo(1);
            file.delete("/group");
        }
        assertBothAgree();
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
    }

    static List<ReferenceOptions> formats() {
        ReferenceOptions latest = ReferenceOptions.persistent();
        return List.of(latest, latest.bounds(FormatBound.EARLIEST, FormatBound.LATEST));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void weCountWhatLibhdf5Linked(ReferenceOptions options) throws IOException {
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/a");
            file.createDataset("/a/d", ReferenceType.int32(), new long[] {2}, new int[] {4, 5});
            file.createGroup("/b");
            file.createHardLink("/a/d", "/b/d");
            file.createHardLink("/a", "/b/a");
            file.createHardLink("/b", "/a/b");
            file.createSoftLink("/a/d", "/s");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("/a/d").linkCount()).isEqualTo(2);
            assertThat(file.group("/a").linkCount()).isEqualTo(2);
            file.root().createHardLink("one more", "/s");
            file.root().rename("s", "t");
            file.move("/b/d", "/e");
        }
        assertBothAgree();
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.referenceCount("/a/d")).isEqualTo(3);
            assertThat(file.headerAddress("/e")).isEqualTo(file.headerAddress("/one more"));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/a");
            assertThat(file.exists("/b/a/b/a/d")).isTrue();
            file.delete("/b"); // a and b refer to each other, and have no other links
        }
        assertBothAgree();
        assertThat(Snapshot.of(path)).containsOnlyKeys("/", "/e", "/one more", "/t");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.referenceCount("/e")).isEqualTo(2);
        }
    }

    /** As in libhdf5, a renamed link becomes the last one in creation order. */
    @Test
    void creationOrderIsTheSameOnBothSides() throws IOException {
        GroupOptions tracked = GroupOptions.defaults()
                .withCreationOrder(CreationOrder.INDEXED)
                .withAttributes(AttributeOptions.defaults()
                        .withCreationOrder(CreationOrder.INDEXED)
                        .withPhaseChange(10, 4));
        List<String> names = List.of("d", "a", "c", "b");
        // including the root group, otherwise libhdf5 could not list the file in creation order
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withRootGroup(tracked))) {
            Group group = file.root().createGroup("group", tracked);
            names.forEach(name -> group.createSoftLink(name, "x"));
            for (int i = 0; i < 7; i++) {
                group.createAttribute("a" + (7 - i), i);
            }
            group.renameAttribute("a7", "was the first");
            group.rename("a", "e");
        }
        assertBothAgree();
        assertOrder("d", "c", "b", "e");
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.move("/group/d", "/group/f");
            file.delete("/group/c");
            file.createSoftLink("x", "/group/g");
        }
        assertOrder("b", "e", "f", "g");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/group").createSoftLink("h", "x");
            assertThat(file.group("/group").options()).isEqualTo(tracked);
        }
        assertBothAgree();
        assertOrder("b", "e", "f", "g", "h");
    }

    private void assertOrder(String... names) {
        List<String> paths =
                List.of(names).stream().map(name -> "/group/" + name).toList();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.group("/group").links(dev.fallow.LinkOrder.CREATION))
                    .extracting(Link::name)
                    .containsExactly(names);
        }
        assertThat(creationOrder("/group")).isEqualTo(paths);
    }

    /**
     * @param external whether to create an external link, for which libhdf5 converts an old-style group to the new
     *     style and leaves its blocks untracked
     */
    private static void makeTree(ReferenceFile file, boolean external) {
        file.createGroup("/tree");
        file.createDataset("/tree/z", ReferenceType.float64(), new long[] {2, 3}, new double[] {1, 2, 3, 4, 5, 6});
        file.attributes("/tree/z").create("a", ReferenceType.int32(), new long[] {2}, new int[] {8, 9});
        file.attributes("/tree").create("b", ReferenceType.int16(), new long[] {1}, new short[] {3});
        file.createGroup("/tree/group");
        file.createHardLink("/tree/z", "/tree/group/shared");
        file.createSoftLink("/tree/z", "/tree/soft");
        if (external) {
            file.createExternalLink("f", "x", "/tree/external");
        }
    }

    /** A copy by Fallow has the same content as a copy by libhdf5. */
    @ParameterizedTest
    @MethodSource("formats")
    void copiesAreThoseOfLibhdf5(ReferenceOptions format) throws IOException {
        for (boolean tracked : new boolean[] {false, true}) {
            path = folder.resolve("tracked " + tracked + ".h5");
            ReferenceOptions options = format.trackCreationOrder(tracked);
            try (ReferenceFile file = ReferenceFile.create(path, options)) {
                makeTree(file, !options.toString().startsWith("EARLIEST"));
                file.copy("/tree", "/theirs");
            }
            try (ContainerFile file = ContainerFile.open(path)) {
                file.copy("/tree", "/copy");
                assertThat(file.group("/copy").options())
                        .isEqualTo(file.group("/tree").options());
            }
            assertBothAgree();
            try (ReferenceFile file = ReferenceFile.open(path, true)) {
                assertThat(file.referenceCount("/copy/z")).isEqualTo(2);
                file.delete("/theirs");
                file.move("/copy", "/theirs");
                file.copy("/theirs", "/again");
                file.delete("/tree");
            }
            assertBothAgree();
            Path other = folder.resolve("other " + tracked + ".h5");
            try (ContainerFile from = ContainerFile.openReadOnly(path);
                    ContainerFile to = ContainerFile.create(other)) {
                from.copyTo(to, "/theirs", "/again");
                from.copyTo(to, "/theirs", "/theirs");
            }
            var expected = Snapshot.of(path);
            path = other;
            assertBothAgree();
            assertThat(Snapshot.of(path)).isEqualTo(expected);
        }
    }

    /** A copy includes the committed datatypes in use, each copied once. */
    @Test
    void committedDatatypesAreCopied() throws IOException {
        CommittedDatatypeTest.write(path, ReferenceOptions.persistent(), 3);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.copy("/dataset", "/copy");
            assertThat(file.dataset("/copy").read()).isEqualTo(new int[] {7, -8, 9});
            file.copy("/", "/all");
            assertThat(file.space().findings()).isEmpty();
            file.delete("/dataset");
            file.delete("/type");
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readLongs("/copy")).containsExactly(7, -8, 9);
            assertThat(file.referenceCount("/all/type")).isEqualTo(1 + 1 + 3);
            assertThat(file.kind("/all/type")).isEqualTo(ObjectKind.DATATYPE);
            assertThat(file.attributes("/copy").names()).hasSize(3);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/copy");
            file.delete("/all");
            assertThat(file.root().names()).isEmpty();
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untracked()).isEmpty();
            assertThat(file.space().liveBytes()).isLessThan(1_000);
        }
    }

    /** Creates variable-length elements, nested and in compounds, in datasets of each layout and in attributes. */
    private static void makeVariable(ReferenceFile file) {
        VariableString text = new VariableString(StringPadding.NULL_TERMINATED, true);
        Compound pair =
                new Compound(24, List.of(new Member("number", 0, ReferenceType.int64()), new Member("text", 8, text)));
        VariableLength many = new VariableLength(pair);
        file.createGroup("/tree");
        String[] texts = new String[3_000];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = i % 7 == 0 ? "" : "text " + "x".repeat(i % 50) + i;
        }
        file.createDataset("/tree/texts", text, new long[] {texts.length}, texts);
        List<Object> values = List.of(
                List.of(Map.of("number", 1L, "text", "one"), Map.of("number", 2L, "text", "two")),
                List.of(),
                List.of(Map.of("number", 3L, "text", "x".repeat(5_000))));
        file.createDataset("/tree/many", many, new long[] {3}, values);
        file.createDataset("/tree/small", text, new long[] {2}, new String[] {"a", "b"}, StorageKind.COMPACT);
        file.attributes("/tree").create("a", many, new long[] {3}, values);
        file.attributes("/tree/small").create("text", text, "only one");
    }

    /** The global heap objects of elements are copied with them, and original and copy can be deleted independently. */
    @ParameterizedTest
    @MethodSource("formats")
    void variableLengthDataIsCopiedAndGivenBack(ReferenceOptions options) throws IOException {
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            makeVariable(file);
        }
        var tree = Snapshot.of(path);
        Path other = folder.resolve("other.h5");
        long once;
        try (ContainerFile file = ContainerFile.open(path);
                ContainerFile to = ContainerFile.create(other)) {
            once = file.space().liveBytes();
            file.copy("/tree", "/copy");
            assertThat(file.space().findings()).isEmpty();
            file.delete("/tree");
            file.move("/copy", "/tree");
            file.copyTo(to, "/tree", "/tree");
            // a copied object may be in a collection (of up to 64 KiB) whose other objects are deleted
            assertThat(file.space().liveBytes()).isLessThan(once + 100_000);
        }
        assertThat(Snapshot.of(path)).isEqualTo(tree);
        assertThat(Snapshot.of(other)).isEqualTo(tree);
        for (Path one : List.of(path, other)) {
            try (ContainerFile file = ContainerFile.open(one)) {
                assertThat(file.space().findings()).isEmpty();
                file.delete("/tree");
            }
            try (ContainerFile file = ContainerFile.openReadOnly(one)) {
                assertThat(file.space().findings()).isEmpty();
                assertThat(file.space().liveBytes()).isLessThan(2_000);
            }
        }
    }
}
