package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.report.SpaceReport;
import dev.fallow.type.Compound;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.ReferenceType;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Objects and whole trees are copied, within a container and to another one. */
class CopyTest {
    private final ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
    private final ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = container.root();

    @AfterEach
    void everyByteIsAccountedFor() {
        for (ContainerFile file : List.of(container, other)) {
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untracked()).isEmpty();
        }
    }

    private void makeTree() {
        Group tree = root.createGroup("tree", GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED));
        tree.createAttribute("unit", "metre");
        tree.createDataset("z", new int[300_000]).write(numbers());
        tree.createDataset(
                        "small", new short[] {1, 2}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT))
                .createAttribute("a", 5);
        tree.createGroup("group").createHardLink("shared", "/tree/z");
        tree.createHardLink("group/up", tree);
        tree.createSoftLink("soft", "/tree/z");
        tree.createExternalLink("external", "file", "/x");
        tree.createDataset("empty", new double[0]);
    }

    private static int[] numbers() {
        int[] numbers = new int[300_000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 7919;
        }
        return numbers;
    }

    private static void assertTree(Group tree) {
        assertThat(tree.links(LinkOrder.CREATION))
                .extracting(Link::name)
                .containsExactly("z", "small", "group", "soft", "external", "empty");
        assertThat(tree.attribute("unit").read()).isEqualTo("metre");
        assertThat(tree.dataset("z").read()).isEqualTo(numbers());
        assertThat(tree.dataset("small").read()).isEqualTo(new short[] {1, 2});
        assertThat(tree.dataset("small").layout()).isEqualTo(StorageLayout.COMPACT);
        assertThat(tree.dataset("small").attribute("a").read()).isEqualTo(5);
        assertThat(tree.dataset("empty").read()).isEqualTo(new double[0]);
        assertThat(tree.dataset("group/shared").address())
                .isEqualTo(tree.dataset("z").address());
        assertThat(tree.dataset("z").linkCount()).isEqualTo(2);
        assertThat(tree.group("group/up").address()).isEqualTo(tree.address());
        assertThat(tree.linkCount()).isEqualTo(2);
        assertThat(tree.link("soft")).isEqualTo(new Link.Soft("soft", "/tree/z", OptionalLong.of(3)));
        assertThat(((Link.External) tree.link("external")).file()).isEqualTo("file");
    }

    @Test
    void aTreeIsCopiedWithinItsContainer() {
        makeTree();
        long once = container.space().liveBytes();
        root.copy("tree", "copy");
        assertTree(root.group("copy"));
        assertTree(root.group("tree"));
        assertThat(root.group("copy").dataset("z").storageAddress())
                .isNotEqualTo(root.group("tree").dataset("z").storageAddress());
        root.group("copy").dataset("z").write(new int[300_000]);
        assertTree(root.group("tree"));
        root.delete("copy");
        assertThat(container.space().liveBytes()).isLessThanOrEqualTo(once + 64);
    }

    @Test
    void aTreeIsCopiedToAnotherContainer() {
        makeTree();
        SpaceReport before = container.space();
        other.root().createGroup("in");
        root.group("tree").copyTo(other.group("/in"), "/tree", "tree");
        container.copyTo(other, "/tree/z", "z");
        assertTree(other.group("/in/tree"));
        assertThat(other.dataset("/z").read()).isEqualTo(numbers());
        assertThat(other.dataset("/z").linkCount()).isEqualTo(1);
        assertThat(container.space()).isEqualTo(before);
    }

    @Test
    void aGroupIsCopiedIntoItself() {
        Group a = root.createGroup("a");
        a.createDataset("d", 7);
        root.copy("a", "a/copy");
        assertThat(a.names()).containsExactly("copy", "d");
        assertThat(a.group("copy").names()).containsExactly("d");
        root.copy("/", "a/root");
        assertThat(container.group("/a/root").listRecursively())
                .extracting(Entry::path)
                .containsExactly("/a/root/a", "/a/root/a/copy", "/a/root/a/copy/d", "/a/root/a/d");
    }

    @Test
    void softLinksOnTheWayAreFollowed() {
        root.createDataset("d", 7);
        root.createSoftLink("s", "d");
        root.copy("s", "copy");
        assertThat(root.link("copy").kind()).isEqualTo(LinkKind.HARD);
        assertThat(root.dataset("copy").read()).isEqualTo(7);
    }

    /** The elements are written by the test: numbers, and values in the place of addresses. */
    @Test
    void referencesStayInAContainerAndAreNullInAnother() {
        ReferenceType reference = new ReferenceType(1, 8, ReferenceType.Kind.OBJECT, 0);
        Compound pair = new Compound(
                3,
                16,
                List.of(
                        new Compound.Member("number", 0, FixedPoint.INT64),
                        new Compound.Member("reference", 8, reference)));
        DatasetOptions allocated = DatasetOptions.defaults().withFillNever(true);
        root.createDataset("plain", reference, new long[] {3}, allocated);
        Dataset pairs = root.createDataset("pairs", pair, new long[] {2}, allocated);
        int plainAt = (int) root.dataset("plain").storageAddress();
        int pairsAt = (int) pairs.storageAddress();
        container.flush();
        byte[] content = container.toByteArray();
        Arrays.fill(content, plainAt, plainAt + 24, (byte) 7);
        Arrays.fill(content, pairsAt, pairsAt + 32, (byte) 9);
        byte[] nines = new byte[32];
        Arrays.fill(nines, (byte) 9);
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withIgnoreWriteFlag(true))) {
            file.copy("/plain", "/copy");
            file.copy("/pairs", "/copies");
            file.copyTo(other, "/plain", "plain");
            file.copyTo(other, "/pairs", "pairs");
            assertThat(elements(file, "/copy")).containsOnly(7);
            assertThat(elements(file, "/copies")).isEqualTo(nines);
        }
        assertThat(other.dataset("/pairs").datatype()).isEqualTo(pair);
        assertThat(elements(other, "/plain")).containsOnly(0);
        Arrays.fill(nines, 8, 16, (byte) 0);
        Arrays.fill(nines, 24, 32, (byte) 0);
        assertThat(elements(other, "/pairs")).isEqualTo(nines);
    }

    private static byte[] elements(ContainerFile file, String path) {
        file.flush();
        Dataset dataset = file.dataset(path);
        int from = (int) dataset.storageAddress();
        return Arrays.copyOfRange(file.toByteArray(), from, from + (int) dataset.logicalSize());
    }

    @Test
    void whatCannotBeCopiedIsRefusedAndNothingIsChanged() {
        makeTree();
        SpaceReport before = container.space();
        assertThatThrownBy(() -> root.copy("none", "x"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("/none");
        assertThatThrownBy(() -> root.copy("tree", "tree/z"))
                .isInstanceOf(ObjectExistsException.class)
                .hasMessageContaining("/tree/z exists");
        assertThatThrownBy(() -> root.copy("tree", "none/z"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("/none");
        assertThatThrownBy(() -> root.copy("tree", "tree/z/y"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("expected a group at /tree/z");
        assertThatThrownBy(() -> root.copy("tree/external", "x")).isInstanceOf(UnsupportedFeatureException.class);
        assertThat(container.space()).isEqualTo(before);
        ContainerFile closed = ContainerFile.createInMemory(CreateOptions.defaults());
        closed.close();
        assertThatThrownBy(() -> container.copyTo(closed, "/tree", "x"))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("is closed");
    }
}
