package dev.fallow.check;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.StorageLayout;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.util.Map;
import java.util.function.Consumer;

/** Sound files, each with one kind of structures. */
enum Subject {
    /** All elements outside of chunks, few links. */
    VALUES(latest(), Subject::values),
    /** The same in the earliest format. */
    OLD_VALUES(old(), Subject::values),
    /** A header with several blocks. */
    CONTINUED(latest(), Subject::continued),
    /** A group with many links, indexed by creation order. */
    LINKS(latest(), Subject::links),
    /** Few attributes, and many with a creation order and a huge one. */
    ATTRIBUTES(latest(), Subject::attributes),
    /** A group with a B-tree of two levels. */
    SYMBOLS(old(), Subject::symbols),
    /** Chunks in a version 1 B-tree of two levels. */
    OLD_CHUNKS(old(), file -> chunks(file, new long[] {400}, new long[] {-1}, new long[] {2}, false)),
    OLD_FILTERED(old(), file -> chunks(file, new long[] {400}, new long[] {-1}, new long[] {20}, true)),
    SINGLE(latest(), file -> chunks(file, new long[] {20}, new long[] {20}, new long[] {20}, true)),
    FIXED(latest(), file -> chunks(file, new long[] {40}, new long[] {40}, new long[] {2}, false)),
    FIXED_FILTERED(latest(), file -> chunks(file, new long[] {40}, new long[] {40}, new long[] {10}, true)),
    FIXED_PAGED(latest(), file -> chunks(file, new long[] {2100}, new long[] {2100}, new long[] {1}, false)),
    EXTENSIBLE(latest(), file -> chunks(file, new long[] {400}, new long[] {-1}, new long[] {1}, false)),
    EXTENSIBLE_FILTERED(latest(), file -> chunks(file, new long[] {400}, new long[] {-1}, new long[] {10}, true)),
    CHUNK_TREE(latest(), file -> chunks(file, new long[] {30, 20}, new long[] {-1, -1}, new long[] {1, 2}, false)),
    CHUNK_TREE_FILTERED(
            latest(), file -> chunks(file, new long[] {30, 20}, new long[] {-1, -1}, new long[] {5, 5}, true)),
    /** Elements in a global heap. */
    TEXT(latest(), Subject::text),
    /** Persistent free sections. */
    HOLES(CreateOptions.defaults().withPersistFreeSpace(true), Subject::holes);

    private final CreateOptions options;
    private final Consumer<ContainerFile> content;
    private byte[] bytes;

    Subject(CreateOptions options, Consumer<ContainerFile> content) {
        this.options = options;
        this.content = content;
    }

    private static CreateOptions latest() {
        return CreateOptions.defaults().withPersistFreeSpace(false);
    }

    private static CreateOptions old() {
        return latest().withFormat(FileFormat.EARLIEST);
    }

    /** The bytes of the file. */
    synchronized byte[] bytes() {
        if (bytes == null) {
            ContainerFile file = ContainerFile.createInMemory(options);
            content.accept(file);
            file.close();
            bytes = file.toByteArray();
        }
        return bytes;
    }

    private static void values(ContainerFile file) {
        Group root = file.root();
        root.createDataset("int", new int[] {1, -2, 3});
        root.createDataset(
                "compact", new short[] {5, 6}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        root.commitDatatype("type", Types.integer(4));
        root.commitDatatype("number", FloatingPoint.FLOAT32);
        root.commitDatatype("names", Types.enumeration(Map.of("only", 1L)));
        root.createGroup("group").createAttribute("attribute", new int[] {1, 2});
        root.createHardLink("zgain", "/group");
        root.createSoftLink("soft", "/group");
    }

    private static void continued(ContainerFile file) {
        Group group = file.root().createGroup("group");
        file.root().createGroup("other");
        for (int i = 0; i < 6; i++) {
            group.createAttribute("attribute " + i, new int[20]);
        }
    }

    private static void links(ContainerFile file) {
        GroupOptions options =
                GroupOptions.defaults().withCreationOrder(CreationOrder.INDEXED).withPhaseChange(2, 1);
        Group group = file.root().createGroup("group", options);
        for (int i = 0; i < 200; i++) {
            group.createSoftLink("the link number " + i, "/group");
        }
        group.createGroup("inner");
        for (int i = 0; i < 200; i += 40) {
            group.delete("the link number " + i);
        }
    }

    private static void attributes(ContainerFile file) {
        AttributeOptions dense = AttributeOptions.defaults()
                .withCreationOrder(CreationOrder.INDEXED)
                .withPhaseChange(2, 1);
        Group group = file.root().createGroup("group", GroupOptions.defaults().withAttributes(dense));
        for (int i = 0; i < 12; i++) {
            group.createAttribute("attribute " + i, new int[i + 1]);
        }
        group.createAttribute("huge", new int[2_000]);
        Group few = file.root()
                .createGroup(
                        "few",
                        GroupOptions.defaults()
                                .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.TRACKED)));
        few.createAttribute("one", 1);
        few.createAttribute("two", 2);
    }

    private static void symbols(ContainerFile file) {
        Group group = file.root().createGroup("group");
        for (int i = 0; i < 320; i++) {
            group.createSoftLink("link %03d".formatted(i), "/group");
        }
        group.createGroup("inner").createGroup("deep");
        group.delete("link 100");
    }

    private static void chunks(ContainerFile file, long[] shape, long[] most, long[] chunk, boolean filtered) {
        DatasetOptions options = DatasetOptions.defaults().withChunks(chunk).withMaxDimensions(most);
        if (filtered) {
            options = options.withFilters(Filters.shuffle(), Filters.deflate(0));
        }
        int count = 1;
        for (long each : shape) {
            count *= (int) each;
        }
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = 7 * i;
        }
        file.root().createDataset("data", FixedPoint.INT32, shape, options).write(values);
    }

    private static void text(ContainerFile file) {
        DatasetOptions strings = DatasetOptions.defaults().withVariableStrings();
        file.root().createDataset("strings", new String[] {"one", "two", "a longer one of them"}, strings);
        file.root().createAttribute("text", Types.string(), new long[0], "of an attribute");
    }

    private static void holes(ContainerFile file) {
        Group root = file.root();
        for (int i = 0; i < 6; i++) {
            root.createDataset("data" + i, new int[40 + 7 * i]);
            root.createGroup("group" + i);
        }
        root.delete("data1");
        root.delete("data3");
        root.delete("group2");
    }
}
