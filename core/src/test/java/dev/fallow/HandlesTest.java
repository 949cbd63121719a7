package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.BitField;
import java.nio.ByteOrder;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Equality, paths and texts of handles; values that say themselves what they are. */
class HandlesTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void handlesOfOneObjectAreEqual() {
        Dataset dataset = root.createGroup("g").createDataset("d", 1);
        root.createHardLink("h", dataset);
        assertThat(file.dataset("/g/d")).isEqualTo(dataset).hasSameHashCodeAs(dataset);
        assertThat(file.dataset("/h")).isEqualTo(dataset).isNotSameAs(dataset);
        assertThat(Set.of(dataset)).contains(file.dataset("h"));
        assertThat(file.get(dataset.reference())).isEqualTo(dataset);
        assertThat((Object) file.group("g")).isNotEqualTo(dataset).isEqualTo(file.group("/g"));
        try (ContainerFile snapshot = file.snapshot()) {
            assertThat((Object) snapshot.root()).isNotEqualTo(root);
        }
        file.delete("/g");
        file.delete("/h");
        assertThat(dataset).isEqualTo(dataset);
        for (int i = 0; i < 20; i++) {
            assertThat(root.createDataset("new" + i, 1)).isNotEqualTo(dataset);
        }
    }

    @Test
    void pathsFollowRenamedLinks() {
        Dataset dataset = root.createGroups("a/b").createDataset("d", 1);
        Group group = file.group("/a/b");
        Group similar = root.createGroup("ab");
        file.move("/a", "/x");
        assertThat(dataset.path()).isEqualTo("/x/b/d");
        assertThat(group.path()).isEqualTo("/x/b");
        assertThat(similar.path()).isEqualTo("/ab");
        group.rename("d", "e");
        assertThat(dataset.path()).isEqualTo("/x/b/e");
        assertThat(dataset.name()).isEqualTo("e");
        assertThat(file.dataset(dataset.path())).isEqualTo(dataset);
        file.move("/x/b/e", "/top");
        assertThat(dataset.path()).isEqualTo("/top");
        assertThatThrownBy(() -> file.move("/top", "/ab")).isInstanceOf(ObjectExistsException.class);
        assertThat(dataset.path()).isEqualTo("/top");
        root.createDataset("a", 5);
        assertThat(file.dataset("/a").path()).isEqualTo("/a");
    }

    @Test
    void textsHelpInJshell() {
        Dataset dataset = root.createDataset("d", new double[2][3]);
        root.createAttribute("unit", new String[] {"m"});
        root.createAttribute("n", 7);
        assertThat(dataset).hasToString("dataset /d, float64 [2, 3] in container in memory");
        assertThat(root.createDataset("s", 1)).hasToString("dataset /s, int32 in container in memory");
        assertThat((Object) root).hasToString("group / in container in memory");
        assertThat(root.attribute("unit").toString())
                .startsWith("attribute unit, ")
                .endsWith(" [1]");
        assertThat(root.attribute("n")).hasToString("attribute n, int32");
        assertThat(file.toString()).matches("container in memory \\(\\d+ bytes\\)");
        file.delete("/d");
        assertThat(dataset).hasToString("dataset /d in container in memory");
        file.close();
        assertThat(file).hasToString("container in memory (closed)");
    }

    @Test
    void whatWasFlushedCanBeOpened() {
        Dataset dataset = root.createDataset("d", new int[] {1, 2, 3});
        file.flush();
        root.createDataset("later", new int[50_000]);
        byte[] content = file.toByteArray();
        try (ContainerFile again =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(again.root().names()).containsExactly("d");
            assertThat(again.dataset("d").read(int[].class)).containsExactly(1, 2, 3);
            assertThat(again.toByteArray()).isEqualTo(content);
        }
        try (ContainerFile again = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            again.root().createGroup("g");
            assertThat(again.check().isSound()).isTrue();
        }
        dataset.write(new int[] {4, 5, 6});
        assertThat(file.exists("/later")).isTrue();
    }

    @Test
    void referencesSayWhatTheyAre() {
        Dataset dataset = root.createDataset("d", new int[4]);
        Reference region = dataset.reference(Selection.block(new long[] {1}, new long[] {2}));
        Dataset objects = root.createDataset("objects", new Reference[] {dataset.reference(), null, root.reference()});
        assertThat(objects.datatype()).isEqualTo(Types.objectReference());
        assertThat(objects.read(Reference[].class)).containsExactly(dataset.reference(), null, root.reference());
        assertThat(root.createDataset("regions", new Reference[] {region}).datatype())
                .isEqualTo(Types.regionReference());
        assertThat(root.createDataset("one", dataset.reference()).read()).isEqualTo(dataset.reference());
        assertThatThrownBy(() -> root.createDataset("x", new Reference[] {region, dataset.reference()}))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("expected references to objects, or to regions");
        assertThat(file.exists("/x")).isFalse();
    }

    @Test
    void bitFieldsOfOneByteAreTruthValues() {
        BitField bits = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8);
        Dataset dataset = root.createDataset("d", bits, new long[] {3}, new int[] {0, 1, 2}, DatasetOptions.defaults());
        assertThat(dataset.read(boolean[].class)).containsExactly(false, true, true);
        assertThat(dataset.read(int[].class)).containsExactly(0, 1, 2);
        Dataset numbers = root.createDataset("n", new byte[3]);
        assertThatThrownBy(() -> numbers.read(boolean[].class)).isInstanceOf(WrongTypeException.class);
    }

    @Test
    void textOfMatlab() {
        Dataset text = root.createDataset(
                "t",
                Types.unsigned(2),
                new long[] {5, 1},
                new int[] {'h', 'e', 'l', 0xE4, 'o'},
                DatasetOptions.defaults());
        assertThatThrownBy(() -> text.read(String.class)).isInstanceOf(WrongTypeException.class);
        text.createAttribute("MATLAB_class", "char", 0);
        assertThat(text.read(String.class)).isEqualTo("heläo");
        assertThat(text.read(String[].class)).containsExactly("heläo");
        assertThat(text.read(int[].class)).hasSize(5);
        Dataset rows = root.createDataset(
                "r",
                Types.unsigned(2),
                new long[] {3, 2},
                new int[][] {{'a', 'x'}, {'b', 'y'}, {'c', 'z'}},
                DatasetOptions.defaults());
        rows.createAttribute("MATLAB_class", "char", 0);
        assertThat(rows.read(String[].class)).containsExactly("abc", "xyz");
        assertThatThrownBy(() -> rows.read(String.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/r: a text of 2 rows is read as String[]");
        Dataset empty =
                root.createDataset("e", Types.unsigned(8), new long[] {2}, new long[2], DatasetOptions.defaults());
        empty.createAttribute("MATLAB_class", "char", 0);
        empty.createAttribute("MATLAB_empty", 1);
        assertThat(empty.read(String.class)).isEmpty();
    }
}
