package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** References to objects that are there, that were deleted, and that never were; regions outside of their dataset. */
class ReferencesTest {
    private static final String DELETED =
            "no object at the address %d that the reference contains; it may have been deleted";

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private static void assertDangling(ContainerFile container, Reference reference) {
        assertThatThrownBy(() -> container.get(reference))
                .isExactlyInstanceOf(NoSuchObjectException.class)
                .hasMessage("container in memory: " + DELETED.formatted(reference.address()));
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void aDeletedObjectIsNotFoundInTheSessionThatDeletedIt(FileFormat format) {
        try (ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
            Dataset first = container.root().createDataset("first", new int[100]);
            Reference last =
                    container.root().createDataset("last", new int[100]).reference();
            container.flush();
            assertThat(container.get(first.reference())).isEqualTo(first);
            Reference reference = first.reference();
            container.delete("/first");
            assertDangling(container, reference);
            container.flush();
            assertDangling(container, reference);
            container.delete("/last");
            assertDangling(container, last);
            container.flush();
            assertDangling(container, last);
        }
    }

    @Test
    void aDeletedObjectIsNotFoundLaterWhereFreeSpaceIsStored() {
        ContainerFile first = ContainerFile.createInMemory(
                CreateOptions.defaults().withFormat(FileFormat.LATEST).withPersistFreeSpace(true));
        Reference reference = first.root().createDataset("gone", new int[100]).reference();
        first.root().createDataset("stays", new int[100]);
        first.flush();
        first.delete("/gone");
        first.close();
        byte[] content = first.toByteArray();
        for (boolean readOnly : new boolean[] {true, false}) {
            try (ContainerFile again =
                    ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(readOnly))) {
                assertDangling(again, reference);
                Dataset stays = again.dataset("/stays");
                assertThat(again.get(stays.reference())).isEqualTo(stays);
            }
        }
    }

    @Test
    void whatIsNoHeaderIsNotFound() {
        root.createDataset("d", new int[100]);
        file.flush();
        for (long address : new long[] {0, 8, 1 << 20, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            assertDangling(file, new Reference.ToObject(address));
        }
    }

    @Test
    void aDamagedHeaderIsDamaged() {
        Reference reference = root.createDataset("d", new int[100]).reference();
        file.flush();
        byte[] content = file.toByteArray();
        content[(int) reference.address() + 12] ^= 1;
        try (ContainerFile damaged = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            assertThatThrownBy(() -> damaged.get(reference)).isExactlyInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void aNullReferenceRefersToNothing() {
        root.createDataset("r", new Reference[] {null, root.reference()});
        Reference[] read = file.dataset("r").read(Reference[].class);
        assertThatThrownBy(() -> file.get(read[0]))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("container in memory: a null reference refers to nothing");
        assertThat(file.get(read[1])).isEqualTo(root);
    }

    @Test
    void aDeletedScaleIsLeftOut() {
        Dataset data = root.createDataset("data", new int[2][3]);
        Dataset gone = root.createDataset("gone", new int[2]);
        Dataset kept = root.createDataset("kept", new int[2]);
        Dataset third = root.createDataset("third", new int[3]);
        data.dims().get(0).attach(gone);
        data.dims().get(0).attach(kept);
        file.delete("/gone");
        assertThat(data.dims().get(0).scales()).containsExactly(kept);
        assertThat(file.check().findings()).isNotEmpty();
        data.dims().get(1).attach(third);
        assertThat(data.dims().get(0).scales()).containsExactly(kept);
        assertThat(file.check().findings()).isEmpty();
    }

    @Test
    void aRegionIsInsideItsDataset() {
        Dataset data = root.createDataset("d", new int[10][10]);
        for (Selection outside : Arrays.asList(
                Selection.block(new long[] {0, 0}, new long[] {20, 20}),
                Selection.points(new long[] {3, 10}),
                Selection.of("10"))) {
            assertThatThrownBy(() -> data.reference(outside))
                    .isInstanceOf(OutOfRangeException.class)
                    .hasMessageContaining("container in memory: /d");
        }
        assertThatThrownBy(() -> data.reference(Selection.of("1, 2, 3")))
                .isExactlyInstanceOf(WrongTypeException.class)
                .hasMessageContaining("3 dimensions, the dataset has 2");
        assertThat(data.reference(Selection.of("2:4")).selection())
                .isEqualTo(
                        Selection.strided(new long[] {2, 0}, new long[] {1, 1}, new long[] {2, 10}, new long[] {1, 1}));
        assertThat(data.reference(Selection.all()).selection()).isEqualTo(Selection.all());
    }

    @Test
    void anIndexOutsideIsOutOfRangeInAnyForm() {
        Dataset data = root.createDataset("d", new int[10]);
        for (Selection outside : Arrays.asList(
                Selection.of("10"), Selection.of("-11"), Selection.block(new long[] {9}, new long[] {2}))) {
            assertThatThrownBy(() -> data.read(outside))
                    .isInstanceOf(OutOfRangeException.class)
                    .hasMessageContaining("container in memory: /d");
        }
    }

    @Test
    void aReferredObjectHasAPath() {
        Group group = root.createGroups("a/b");
        Dataset data = group.createDataset("d", new int[10]);
        StoredObject found = file.get(data.reference());
        assertThat(found.toString()).contains("(object at address " + data.address() + ")");
        assertThat(found).isEqualTo(data).hasSameHashCodeAs(data);
        assertThat(found.path()).isEqualTo("/a/b/d");
        assertThat(found.name()).isEqualTo("d");
        assertThat(found.toString()).contains("/a/b/d");
        file.move("/a", "/x");
        assertThat(found.path()).isEqualTo("/x/b/d");
        assertThat(file.get(root.reference()).path()).isEqualTo("/");
        Group referred = (Group) file.get(group.reference());
        assertThat(referred.dataset("d").path()).isEqualTo("/x/b/d");
        assertThat(referred.createDataset("new", 1).path()).isEqualTo("/x/b/new");
        file.delete("/x");
        assertThat(found.path()).isEqualTo("/x/b/d");
    }

    @Test
    void anObjectIsNoElement() {
        assertThatThrownBy(() -> root.createDataset("r", root))
                .isInstanceOf(WrongTypeException.class)
                .hasMessage(
                        "container in memory: /, r: an object is not an element, but a reference to it is: reference() makes one");
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void whatIsNotInTheFileIsNotStored(FileFormat format) {
        try (ContainerFile other =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
            Group group = other.root();
            root.createDataset("padding", new byte[100_000], DatasetOptions.defaults());
            Dataset foreign = root.createDataset("d", new int[2][2]);
            Dataset own = group.createDataset("own", new int[3]);
            Reference deleted = group.createDataset("gone", new int[3]).reference();
            group.delete("gone");
            Dataset stored = group.createDataset(
                    "r",
                    new Reference[] {own.reference(), group.reference()},
                    DatasetOptions.defaults().withMaxDimensions(-1));
            for (Reference wrong : Arrays.asList(foreign.reference(), deleted)) {
                String message = "a reference to the object at address %d: no object of this file is there. "
                        .formatted(wrong.address());
                assertThatThrownBy(() -> group.createDataset("new", wrong)).hasMessageContaining(message);
                assertThatThrownBy(() -> group.createAttribute("a", new Reference[] {null, wrong}))
                        .hasMessageContaining(message);
                assertThatThrownBy(() -> stored.write(Selection.of("0:1"), new Reference[] {wrong}))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContaining("container in memory: /r: " + message);
                assertThatThrownBy(() -> stored.append(new Reference[] {wrong})).hasMessageContaining(message);
            }
            assertThatThrownBy(() -> group.createDataset("region", foreign.reference(Selection.all())))
                    .hasMessageContaining("a reference to a region at address");
            assertThat(group.names()).containsExactly("own", "r");
            assertThat(group.attributeNames()).isEmpty();
            other.flush();
            stored.write(stored.read());
            stored.append(new Reference[] {own.reference(), null});
            assertThat(stored.read(Reference[].class))
                    .containsExactly(own.reference(), group.reference(), own.reference(), null);
        }
    }

    @Test
    void aScaleForgetsADeletedDataset() {
        Dataset scale = root.createDataset("scale", new int[2]);
        root.createDataset("gone", new int[2]).dims().get(0).attach(scale);
        Dataset data = root.createDataset("data", new int[2]);
        file.delete("/gone");
        data.dims().get(0).attach(scale);
        assertThat(scale.attribute("REFERENCE_LIST").dimensions()).containsExactly(1);
        assertThat(file.check().findings()).isEmpty();
    }
}
