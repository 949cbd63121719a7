package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.Filters;
import dev.fallow.type.FixedString;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Options of new objects: automatic chunks, the order of filters, parents, strings and the order of attributes. */
class CreationOptionsTest {
    private static final DatasetOptions PACKED = DatasetOptions.defaults().withFilters(Filters.deflate(4));

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private long[] chunk(int size, DatasetOptions options, long... dimensions) {
        Dataset dataset = root.createDataset("d", Types.integer(size), dimensions, options);
        long[] chunk = dataset.chunkDimensions();
        file.delete("/d");
        return chunk;
    }

    /** The expected numbers are those of h5py 3.16. */
    @Test
    void chunksAreChosenAsH5pyDoes() {
        assertThat(chunk(8, PACKED, 1000, 1000)).containsExactly(63, 63);
        assertThat(chunk(4, PACKED, 10)).containsExactly(10);
        assertThat(chunk(8, PACKED, 100_000_000)).containsExactly(12_208);
        assertThat(chunk(1, PACKED, 3, 1_000_000, 7)).containsExactly(1, 31_250, 1);
        assertThat(chunk(4, PACKED, 1, 1, 1)).containsExactly(1, 1, 1);
        DatasetOptions growing = DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED, 512, 512);
        assertThat(chunk(2, growing, 0, 512, 512)).containsExactly(64, 32, 32);
        assertThat(chunk(2, DatasetOptions.defaults().withMaxDimensions(100), 0))
                .containsExactly(100);
    }

    @Test
    void automaticChunksAreCompressed() {
        Dataset dataset = root.createDataset("d", new double[300][300], PACKED);
        assertThat(dataset.layout()).isEqualTo(StorageLayout.CHUNKED);
        assertThat(dataset.filters()).containsExactly(Filters.deflate(4));
        assertThat(dataset.read(double[].class)).hasSize(90_000).containsOnly(0);
        assertThatThrownBy(() -> root.createDataset("s", 5, PACKED))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/s: a scalar has no chunks");
        assertThatThrownBy(() -> DatasetOptions.defaults()
                        .withLayout(StorageLayout.COMPACT)
                        .withFilters(Filters.deflate(1)))
                .hasMessage("filters: not with compact layout");
        assertThat(DatasetOptions.defaults().withFilters().layout()).isEqualTo(StorageLayout.CONTIGUOUS);
    }

    @Test
    void filtersThatDefeatOthersAreRefused() {
        DatasetOptions chunked = DatasetOptions.defaults().withChunks(10);
        assertThatThrownBy(() -> chunked.withFilters(Filters.deflate(4), Filters.fletcher32(), Filters.shuffle()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("filters: shuffle works on elements, which deflate has compressed; put it before");
        chunked.withFilters(Filters.fletcher32(), Filters.shuffle(), Filters.deflate(4));
        chunked.withFilters(Filters.shuffle(), Filters.deflate(4), Filters.fletcher32());
    }

    @Test
    void parentsAreCreatedOnRequest() {
        DatasetOptions parents = DatasetOptions.defaults().withCreateParents(true);
        assertThat(root.createDataset("a/b/c", 7, parents).path()).isEqualTo("/a/b/c");
        assertThat(root.createDataset("/a/d/e", new int[2], parents).path()).isEqualTo("/a/d/e");
        root.group("a").createDataset("x/y", Types.integer(4), new long[] {2}, parents);
        assertThat(file.exists("/a/x/y")).isTrue();
        assertThatThrownBy(() -> root.createDataset("n/m", Types.integer(1), new long[0], 1000, parents))
                .isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> root.createDataset("n/m/o", 1, parents.withFilters(Filters.deflate(1))))
                .isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> root.createDataset("a/b/c/d/e", 1, parents)).isInstanceOf(NoSuchObjectException.class);
        assertThatThrownBy(() -> root.createDataset("a/b/c", 1, parents)).isInstanceOf(ObjectExistsException.class);
        assertThatThrownBy(() -> root.createDataset("p/q", 1)).isInstanceOf(NoSuchObjectException.class);
        assertThat(root.names()).containsExactly("a");
    }

    @Test
    void parentsOfGroupsAreCreatedOnRequest() {
        GroupOptions parents = GroupOptions.defaults().withCreateParents(true).withCreationOrder(CreationOrder.TRACKED);
        Group made = root.createGroup("a/b/c", parents);
        assertThat(made.path()).isEqualTo("/a/b/c");
        assertThat(made.options().creationOrder()).isEqualTo(CreationOrder.TRACKED);
        assertThat(root.group("a/b").options())
                .isEqualTo(GroupOptions.defaults()
                        .withCreationOrder(CreationOrder.UNTRACKED)
                        .withAttributes(root.attributeOptions()));
        assertThat(root.group("a").createGroup("/x/y", parents).path()).isEqualTo("/x/y");
        assertThatThrownBy(() -> root.createGroup("a/b/c", parents)).isInstanceOf(ObjectExistsException.class);
        root.createDataset("d", 1);
        assertThatThrownBy(() -> root.createGroup("d/e/f", parents)).isInstanceOf(NoSuchObjectException.class);
        assertThatThrownBy(() -> root.createGroup("p/q/bad\0", parents)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> root.createGroup("p/q", GroupOptions.defaults()))
                .isInstanceOf(NoSuchObjectException.class);
        assertThat(root.names()).containsExactly("a", "d", "x");
    }

    /** Whether parents are made on request is no property of the group: in the earliest format it stays an old-style one. */
    @Test
    void makingParentsDoesNotChangeTheGroup() {
        for (FileFormat format : FileFormat.values()) {
            List<byte[]> files = new ArrayList<>();
            for (boolean parents : new boolean[] {false, true}) {
                try (ContainerFile file =
                        ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
                    file.root().createGroup("a", GroupOptions.defaults().withCreateParents(parents));
                    file.flush();
                    files.add(file.toByteArray());
                }
            }
            assertThat(files.get(1)).as(format.name()).isEqualTo(files.get(0));
        }
    }

    @Test
    void attributesMayHaveStringsOfFixedLength() {
        root.createAttribute("longest", new String[] {"ab", "ä"}, 0);
        root.createAttribute("five", "ab", 5);
        root.putAttribute("five", "cd", 6);
        assertThat(root.attribute("longest").datatype()).isInstanceOf(FixedString.class);
        assertThat(root.attribute("longest").datatype().size()).isEqualTo(2);
        assertThat(root.attribute("longest").read()).isEqualTo(new String[] {"ab", "ä"});
        assertThat(root.attribute("five").datatype().size()).isEqualTo(6);
        assertThat(root.attribute("five").read()).isEqualTo("cd");
        assertThatThrownBy(() -> root.createAttribute("x", "abc", 2)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> root.createAttribute("x", "abc", -2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void attributesInCreationOrder() {
        AttributeOptions tracked = AttributeOptions.defaults().withCreationOrder(CreationOrder.TRACKED);
        Group group = root.createGroup("g", GroupOptions.defaults().withAttributes(tracked));
        for (String name : List.of("z", "a", "m")) {
            group.createAttribute(name, 1);
        }
        group.putAttribute("z", 2);
        assertThat(group.attributeNames(LinkOrder.CREATION)).containsExactly("z", "a", "m");
        assertThat(group.attributeNames(LinkOrder.NAME)).containsExactly("a", "m", "z");
        for (int i = 20; i > 0; i--) {
            group.createAttribute("n" + i, i);
        }
        assertThat(group.attributeNames(LinkOrder.CREATION))
                .startsWith("z", "a", "m", "n20")
                .endsWith("n1");
        Group other = root.createGroup("h");
        assertThatThrownBy(() -> other.attributeNames(LinkOrder.CREATION))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("/h does not track the creation order of attributes");
    }
}
