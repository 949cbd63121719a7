package dev.fallow.fuzz.input;

import dev.fallow.AttributeOptions;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Selection;
import dev.fallow.SpaceSettings;
import dev.fallow.StorageLayout;
import dev.fallow.Types;
import dev.fallow.type.Datatype;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Small containers that Fallow creates: both formats, all strategies, each storage format of links, attributes and
 * elements.
 */
public final class FallowSeeds {
    private FallowSeeds() {}

    public static List<Seed> all() {
        List<Seed> seeds = new ArrayList<>();
        for (FileFormat format : FileFormat.values()) {
            CreateOptions plain = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false);
            add(seeds, format + " values", plain, FallowSeeds::values);
            add(seeds, format + " links", plain, FallowSeeds::links);
            add(seeds, format + " attributes", plain, file -> attributes(file, AttributeOptions.defaults()));
            add(seeds, format + " text", plain, FallowSeeds::text);
            add(seeds, format + " references", plain, FallowSeeds::references);
            add(seeds, format + " committed", plain, FallowSeeds::committed);
            for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
                if (format == FileFormat.LATEST || strategy == FileSpaceStrategy.FSM_AGGR) {
                    SpaceSettings space =
                            SpaceSettings.defaults().withStrategy(strategy).withPageSize(512);
                    add(seeds, format + " holes " + strategy, plain.withSpace(space), FallowSeeds::holes);
                }
            }
        }
        CreateOptions latest = CreateOptions.defaults();
        add(seeds, "dense links", latest, file -> denseLinks(file, CreationOrder.UNTRACKED));
        add(seeds, "dense links by age", latest, file -> denseLinks(file, CreationOrder.INDEXED));
        AttributeOptions dense = AttributeOptions.defaults().withPhaseChange(2, 1);
        add(seeds, "dense attributes", latest, file -> attributes(file, dense));
        add(
                seeds,
                "dense attributes by age",
                latest,
                file -> attributes(file, dense.withCreationOrder(CreationOrder.INDEXED)));
        add(seeds, "persistent holes", latest, FallowSeeds::holes);
        add(
                seeds,
                "persistent holes in pages",
                latest.withSpace(SpaceSettings.defaults()
                        .withStrategy(FileSpaceStrategy.PAGE)
                        .withPageSize(512)),
                FallowSeeds::holes);
        return seeds;
    }

    private static void add(List<Seed> seeds, String name, CreateOptions options, Consumer<ContainerFile> content) {
        ContainerFile file = ContainerFile.createInMemory(options);
        content.accept(file);
        file.close();
        seeds.add(new Seed("ours: " + name, file.toByteArray()));
    }

    private static void values(ContainerFile file) {
        Group root = file.root();
        root.createDataset("int", new int[] {1, -2, 3});
        root.createDataset("matrix", new double[2][3]);
        root.createDataset(
                "compact", new short[] {5, 6}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        root.createDataset("scalar", 7L);
        root.createDataset("string", "fixed");
        root.createDataset(
                "bool", Types.bool(), new long[] {2}, new boolean[] {true, false}, DatasetOptions.defaults());
        root.createDataset("unwritten", Types.integer(4), 20);
        root.createDataset("empty", new int[0]);
        root.createDataset("null", new Empty(Types.integer(2)));
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("a", Types.integer(4));
        members.put("b", Types.array(Types.floatingPoint(4), 2));
        members.put("c", Types.string(3));
        root.createDataset("compound", Types.compound(members), 3);
        root.createDataset("opaque", Types.opaque(3, "tag"), 2);
        root.createDataset("complex", Types.complex(8), 2);
    }

    private static void links(ContainerFile file) {
        Group root = file.root();
        Group inner = root.createGroup("group").createGroup("inner");
        inner.createDataset("data", new int[] {4, 5});
        root.createHardLink("group/hard", "/group/inner/data");
        root.createHardLink("group/inner/up", "/group");
        root.createSoftLink("soft", "/group/inner");
        root.createSoftLink("dangling", "nowhere/at all");
        root.createExternalLink("external", "other.h5", "/there");
        for (int i = 0; i < 12; i++) {
            root.createGroup("number " + i);
        }
        root.delete("number 3");
    }

    private static void denseLinks(ContainerFile file, CreationOrder order) {
        GroupOptions options = GroupOptions.defaults().withCreationOrder(order).withPhaseChange(2, 1);
        Group group = file.root().createGroup("dense", options);
        for (int i = 0; i < 14; i++) {
            group.createGroup("group with a name " + i);
            group.createSoftLink("soft link " + i, "/dense/group with a name " + i);
        }
        group.createDataset("data", new int[] {1, 2, 3});
        group.createHardLink("again", "/dense/data");
        group.createSoftLink("a long one", "x".repeat(300));
        for (int i = 0; i < 14; i += 3) {
            group.delete("soft link " + i);
        }
    }

    private static void attributes(ContainerFile file, AttributeOptions options) {
        Group group = file.root().createGroup("group", GroupOptions.defaults().withAttributes(options));
        for (int i = 0; i < 10; i++) {
            group.createAttribute("attribute " + i, new int[i]);
        }
        group.createAttribute("text", Types.string(), new long[] {2}, new String[] {"one", "another one"});
        group.deleteAttribute("attribute 4");
        file.root().createDataset("data", new int[] {1, 2}).createAttribute("of data", 1.5);
    }

    private static void text(ContainerFile file) {
        Group root = file.root();
        root.createDataset(
                "strings",
                new String[] {"one", "", "a longer one of them"},
                DatasetOptions.defaults().withVariableStrings());
        root.createDataset(
                "sequences",
                Types.sequence(Types.integer(4)),
                new long[] {2},
                new int[][] {{1, 2, 3}, {}},
                DatasetOptions.defaults());
        root.createAttribute("text", Types.string(), new long[0], "of an attribute");
        root.createDataset(
                "more",
                new String[] {"x".repeat(100)},
                DatasetOptions.defaults().withVariableStrings());
        root.delete("more");
    }

    private static void references(ContainerFile file) {
        Group root = file.root();
        Dataset data = root.createDataset("data", new int[] {1, 2, 3, 4});
        Object[] toObjects = {data.reference(), root.createGroup("group").reference()};
        root.createDataset("objects", Types.objectReference(), new long[] {2}, toObjects, DatasetOptions.defaults());
        Object[] toRegions = {data.reference(Selection.block(new long[] {1}, new long[] {2}))};
        root.createDataset("regions", Types.regionReference(), new long[] {1}, toRegions, DatasetOptions.defaults());
        data.createAttribute("region", Types.regionReference(), new long[] {1}, toRegions);
    }

    private static void committed(ContainerFile file) {
        CommittedDatatype type = file.root().commitDatatype("type", Types.integer(4));
        file.root().createDataset("data", type, new long[] {2}, new int[] {1, 2}, DatasetOptions.defaults());
        file.root().createGroup("group").createAttribute("attribute", type, new long[] {1}, new int[] {9});
        type.createAttribute("of a type", 3);
    }

    private static void holes(ContainerFile file) {
        Group root = file.root();
        for (int i = 0; i < 6; i++) {
            root.createDataset("data " + i, new int[40 + 7 * i]);
            root.createGroup("group " + i).createAttribute("attribute", new int[3 * i]);
        }
        root.delete("data 1");
        root.delete("data 3");
        root.delete("group 2");
    }
}
