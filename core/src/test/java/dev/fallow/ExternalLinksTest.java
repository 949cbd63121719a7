package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links to objects in other files. */
class ExternalLinksTest {
    @TempDir
    private Path folder;

    private Path main;

    @BeforeEach
    void createFiles() {
        main = folder.resolve("main.h5");
        try (ContainerFile other = ContainerFile.create(folder.resolve("other.h5"))) {
            Group group = other.root().createGroup("g");
            group.createDataset("d", new int[] {1, 2, 3});
            group.createAttribute("unit", "m");
            other.root().createExternalLink("back", "main.h5", "/own");
            other.root().createExternalLink("cycle", "main.h5", "/cycle");
            other.root().createSoftLink("soft", "/g/d");
        }
        try (ContainerFile file = ContainerFile.create(main)) {
            Group root = file.root();
            root.createDataset("own", new double[] {0.5});
            root.createExternalLink("ext", "other.h5", "/g");
            root.createExternalLink("soft", "other.h5", "soft");
            root.createExternalLink("back", "other.h5", "/back");
            root.createExternalLink("cycle", "other.h5", "/cycle");
            root.createExternalLink("nothing", "other.h5", "/nothing");
            root.createExternalLink("gone", "gone.h5", "/x");
            root.createSoftLink("via", "/ext");
        }
    }

    @Test
    void objectsAreReadThroughLinks() {
        try (ContainerFile file = ContainerFile.openReadOnly(main)) {
            Dataset dataset = file.dataset("/ext/d");
            assertThat(dataset.read(int[].class)).containsExactly(1, 2, 3);
            assertThat(dataset.path()).isEqualTo("/g/d");
            assertThat(file.group("ext").names()).containsExactly("d");
            assertThat(file.group("ext").attribute("unit").read()).isEqualTo("m");
            assertThat(file.dataset("/via/d").read(int[].class)).containsExactly(1, 2, 3);
            assertThat(file.dataset("/soft").read(int[].class)).containsExactly(1, 2, 3);
            assertThat(file.dataset("/back").read(double.class)).isEqualTo(0.5);
            assertThat(file.exists("/ext/d")).isTrue();
            assertThat(file.exists("/ext/none")).isFalse();
            assertThat(file.exists("/gone")).isFalse();
            assertThat(file.root().link("ext").kind()).isEqualTo(LinkKind.EXTERNAL);
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        try (ContainerFile file = ContainerFile.openReadOnly(main)) {
            assertThatThrownBy(() -> file.dataset("/nothing/deep"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContainingAll(
                            "main.h5: /nothing: the external link leads to /nothing/deep in", "other.h5");
            assertThatThrownBy(() -> file.dataset("/gone"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("/gone: the file \"gone.h5\" of the external link does not exist");
            assertThatThrownBy(() -> file.group("/cycle"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("/cycle: more than 16 external links to follow");
            assertThatThrownBy(() -> file.group("/ext/d"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("expected a group at /ext/d, found a dataset");
        }
    }

    @Test
    void theOtherFileIsNotChanged() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("other.h5"));
        try (ContainerFile file = ContainerFile.open(main)) {
            Dataset dataset = file.dataset("/ext/d");
            assertThatThrownBy(() -> dataset.write(new int[3])).hasMessageContaining("other.h5 is open read-only");
            file.root().createGroup("new");
            assertThat(dataset.read(int[].class)).containsExactly(1, 2, 3);
            assertThat(file.dataset("back").address())
                    .isEqualTo(file.dataset("own").address());
            file.dataset("back").write(new double[] {0.75}); // it is in this container
            file.delete("/ext");
        }
        assertThat(Files.readAllBytes(folder.resolve("other.h5"))).isEqualTo(before);
        ContainerFile.open(folder.resolve("other.h5")).close(); // nothing holds it any more
    }

    /** By the public exception, which says what to do; what is obtained through the link can be copied. */
    @Test
    void changesThroughLinksAreRefused() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("other.h5"));
        try (ContainerFile file = ContainerFile.open(main)) {
            Group root = file.root();
            List<ThrowingCallable> changes = List.of(
                    () -> root.createGroup("ext/new"),
                    () -> root.createDataset("ext/new", 1),
                    () -> root.createDataset(
                            "ext/a/b", 1, DatasetOptions.defaults().withCreateParents(true)),
                    () -> root.createGroup("ext/a/b", GroupOptions.defaults().withCreateParents(true)),
                    () -> root.createGroups("ext/a"),
                    () -> root.createSoftLink("ext/new", "/own"),
                    () -> root.commitDatatype("ext/new", Types.integer(4)),
                    () -> root.createHardLink("new", "ext/d"),
                    () -> root.createHardLink("ext/new", "own"),
                    () -> root.copy("ext/d", "new"),
                    () -> root.copy("own", "ext/new"),
                    () -> root.move("ext/d", "new"),
                    () -> root.move("own", "ext/new"),
                    () -> root.rename("ext/d", "new"),
                    () -> root.link("ext/d"),
                    () -> file.delete("ext/d"),
                    () -> file.delete("via/d"));
            for (ThrowingCallable change : changes) {
                assertThatThrownBy(change)
                        .isExactlyInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContainingAll(
                                "main.h5: /ext: an external link leads to /g",
                                " in other.h5, and is followed for reading only; open that file to change what is in it");
            }
            assertThatThrownBy(() -> root.createHardLink("new", file.dataset("ext/d")))
                    .isExactlyInstanceOf(ContainerException.class)
                    .hasMessageContainingAll("cannot refer to an object in another container, /g/d of", "other.h5");
            assertThat(root.names()).containsExactly("back", "cycle", "ext", "gone", "nothing", "own", "soft", "via");
            file.group("ext").copyTo(root, "d", "copy");
            assertThat(file.dataset("copy").read(int[].class)).containsExactly(1, 2, 3);
        }
        assertThat(Files.readAllBytes(folder.resolve("other.h5"))).isEqualTo(before);
    }

    @Test
    void onlyAllowedFoldersAreEntered() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path linking = Files.createDirectory(folder.resolve("linking")).resolve("x.h5");
        try (ContainerFile other = ContainerFile.create(elsewhere.resolve("y.h5"))) {
            other.root().createDataset("d", 7);
        }
        try (ContainerFile file = ContainerFile.create(linking)) {
            file.root().createExternalLink("up", "../elsewhere/y.h5", "/d");
            file.root().createExternalLink("text", "text", "/d");
        }
        Files.writeString(linking.resolveSibling("text"), "no HDF5");
        try (ContainerFile file = ContainerFile.openReadOnly(linking)) {
            assertThatThrownBy(() -> file.dataset("up"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/up: the external link cannot be followed", "externalFolders");
            assertThatThrownBy(() -> file.dataset("text")).isInstanceOf(NotAContainerException.class);
        }
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withExternalFolders(elsewhere);
        try (ContainerFile file = ContainerFile.open(linking, options)) {
            assertThat(file.dataset("up").read(int.class)).isEqualTo(7);
        }
        OpenOptions none = options.withExternalFiles(false);
        try (ContainerFile file = ContainerFile.open(linking, none)) {
            assertThatThrownBy(() -> file.dataset("up"))
                    .hasMessageContaining("externalFiles does not allow other files");
        }
    }

    @Test
    void aContainerInMemoryHasNoFolder() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createExternalLink("x", "other.h5", "/g");
            assertThatThrownBy(() -> file.group("x"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("has no folder");
        }
    }

    @Test
    void aFileThatIsEditedHereIsRefused() {
        try (ContainerFile edited = ContainerFile.open(folder.resolve("other.h5"));
                ContainerFile file = ContainerFile.openReadOnly(main)) {
            edited.root().createGroup("h");
            assertThatThrownBy(() -> file.group("ext")).hasMessageContaining("is open for editing in this JVM");
        }
    }

    @Test
    void manyThreadsFollowOneLinkAndSnapshotsDo() {
        try (ContainerFile file = ContainerFile.open(main);
                ContainerFile snapshot = file.snapshot()) {
            List<int[]> read = IntStream.range(0, 40)
                    .parallel()
                    .mapToObj(i -> snapshot.dataset("/ext/d").read(int[].class))
                    .toList();
            assertThat(read).allMatch(each -> each.length == 3 && each[2] == 3);
        }
    }
}
