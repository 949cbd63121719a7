package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.StoredObject;
import dev.fallow.type.FixedPoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** New objects track creation order as the group does in which they are created, unless their options say otherwise. */
class InheritedOrderTest {
    private static GroupOptions options(CreationOrder links, CreationOrder attributes) {
        return GroupOptions.defaults()
                .withCreationOrder(links)
                .withAttributes(AttributeOptions.defaults().withCreationOrder(attributes));
    }

    private static void requireOrder(Group group, CreationOrder links, CreationOrder attributes) {
        assertThat(group.options().creationOrder()).isEqualTo(links);
        assertThat(group.options().attributes().creationOrder()).isEqualTo(attributes);
    }

    private static CreationOrder attributesOf(StoredObject object) {
        return object.attributeOptions().creationOrder();
    }

    private static ContainerFile container(FileFormat format, GroupOptions root) {
        return ContainerFile.createInMemory(
                CreateOptions.defaults().withFormat(format).withRootGroup(root));
    }

    @ParameterizedTest
    @EnumSource(
            value = CreationOrder.class,
            names = {"TRACKED", "INDEXED"})
    void newObjectsTrackWhatTheirParentTracks(CreationOrder order) {
        try (ContainerFile file = container(FileFormat.LATEST, options(order, order))) {
            Group root = file.root();
            Group deep = root.createGroups("z/y/x");
            for (String path : List.of("z", "z/y", "z/y/x")) {
                requireOrder(root.group(path), order, order);
            }
            requireOrder(deep.createGroup("p", GroupOptions.defaults().withPhaseChange(3, 2)), order, order);
            assertThat(attributesOf(deep.createDataset("d", 1))).isEqualTo(order);
            assertThat(attributesOf(deep.createDataset(
                            "c", new int[4], DatasetOptions.defaults().withChunks(2))))
                    .isEqualTo(order);
            assertThat(attributesOf(deep.createDataset("u", FixedPoint.INT32, 3)))
                    .isEqualTo(order);
            assertThat(attributesOf(deep.commitDatatype("t", FixedPoint.INT32))).isEqualTo(order);
            assertThat(attributesOf(deep.createVirtualDataset(
                            "v", FixedPoint.INT32, new long[] {1}, List.of(), DatasetOptions.defaults())))
                    .isEqualTo(order);
            deep.createGroup("a");
            assertThat(deep.links(LinkOrder.CREATION).stream().map(Link::name))
                    .containsExactly("p", "d", "c", "u", "t", "v", "a");

            CreationOrder not = CreationOrder.UNTRACKED;
            requireOrder(deep.createGroup("not", options(not, not)), not, not);
            requireOrder(deep.createGroup("links", options(CreationOrder.INHERITED, not)), order, not);
            requireOrder(deep.createGroup("links/below"), order, not);
            assertThat(attributesOf(deep.createDataset("links/d", 1))).isEqualTo(not);
            DatasetOptions untracked = DatasetOptions.defaults()
                    .withAttributes(AttributeOptions.defaults().withCreationOrder(not));
            assertThat(attributesOf(deep.createDataset("n", 1, untracked))).isEqualTo(not);
            assertThat(file.space().findings()).isEmpty();
        }
    }

    /** Nothing changes where nothing is tracked: the same bytes as with options that say so. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void untrackedGroupsAreWhatTheyWere(FileFormat format) {
        byte[][] contents = new byte[2][];
        CreationOrder not = CreationOrder.UNTRACKED;
        for (int i = 0; i < 2; i++) {
            GroupOptions options = i == 0 ? GroupOptions.defaults() : options(not, not);
            ContainerFile file = container(format, options);
            Group group = file.root().createGroup("g", options);
            requireOrder(group, not, not);
            group.createDataset("d", 1, DatasetOptions.defaults().withAttributes(options.attributes()));
            group.commitDatatype("t", FixedPoint.INT32);
            file.close();
            contents[i] = file.toByteArray();
        }
        assertThat(contents[0]).isEqualTo(contents[1]);
    }

    /** As h5py writes with {@code track_order} by default: a new-style group in a file of the earliest format. */
    @Test
    void inAFileOfTheEarliestFormat() {
        CreationOrder order = CreationOrder.INDEXED;
        try (ContainerFile file = container(FileFormat.EARLIEST, GroupOptions.defaults())) {
            Group tracked = file.root().createGroup("tracked", options(order, order));
            requireOrder(tracked.createGroup("below"), order, order);
            assertThat(attributesOf(tracked.createDataset("d", 1))).isEqualTo(order);
            requireOrder(file.root().createGroup("plain"), CreationOrder.UNTRACKED, CreationOrder.UNTRACKED);
            assertThat(file.space().findings()).isEmpty();
        }
    }
}
