package dev.fallow.fuzz.input;

import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Small containers that libhdf5 creates, with structures that Fallow reads and edits but does not create. */
public final class ReferenceSeeds {
    private static final long UNLIMITED = -1;

    private final Path folder;
    private final List<Seed> seeds = new ArrayList<>();

    private ReferenceSeeds(Path folder) {
        this.folder = folder;
    }

    /** Creates the seeds, with temporary files in a folder. */
    public static List<Seed> all(Path folder) throws IOException {
        return new ReferenceSeeds(folder).make();
    }

    private List<Seed> make() throws IOException {
        ReferenceOptions blocks = ReferenceOptions.defaults().blocks(256, 256);
        for (FormatBound bound : List.of(FormatBound.EARLIEST, FormatBound.V18, FormatBound.LATEST)) {
            ReferenceOptions options = blocks.bounds(bound, FormatBound.LATEST);
            add(bound + " groups", options, ReferenceSeeds::groups);
            add(bound + " groups by age", options.trackCreationOrder(true), ReferenceSeeds::groups);
            add(bound + " values", options, ReferenceSeeds::values);
            add(bound + " text", options, ReferenceSeeds::text);
            add(bound + " attributes", options.trackTimes(true), ReferenceSeeds::attributes);
            addChunked(bound + " chunks", options);
        }
        add("user block", blocks.userBlock(512), ReferenceSeeds::groups);
        for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
            boolean managed = strategy == FileSpaceStrategy.FSM_AGGR || strategy == FileSpaceStrategy.PAGE;
            add("holes " + strategy, blocks.strategy(strategy).pageSize(512).persist(managed), ReferenceSeeds::holes);
        }
        add("shared in lists", blocks.shareMessages(50), ReferenceSeeds::shared);
        add("shared in trees", blocks.shareMessages(0), ReferenceSeeds::shared);
        return seeds;
    }

    private void add(String name, ReferenceOptions options, Consumer<ReferenceFile> content) throws IOException {
        Path path = folder.resolve("seed" + seeds.size() + ".h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            content.accept(file);
        }
        seeds.add(new Seed("libhdf5: " + name, Files.readAllBytes(path)));
        Files.delete(path);
    }

    private static void groups(ReferenceFile file) {
        file.createGroup("/group");
        file.createGroup("/group/many");
        file.createDataset("/group/data", ReferenceType.int32(), new long[] {4}, new int[] {1, 2, 3, 4});
        for (int i = 0; i < 12; i++) {
            file.createGroup("/group/many/number " + i);
            file.createSoftLink("/group/data", "/group/many/soft " + i);
        }
        file.createHardLink("/group/data", "/group/many/hard");
        file.createHardLink("/group", "/group/many/up");
        file.createExternalLink("other.h5", "/there", "/external");
        file.delete("/group/many/number 2");
        file.delete("/group/many/soft 3");
    }

    private static void values(ReferenceFile file) {
        long[] three = {3};
        file.createDataset("/int", ReferenceType.int16(), three, new short[] {1, 2, 3});
        file.createDataset("/compact", ReferenceType.int32(), three, new int[] {1, 2, 3}, StorageKind.COMPACT);
        file.createDataset("/unwritten", ReferenceType.float64(), three, null);
        file.createDataset("/scalar", ReferenceType.float32(), new long[0], new float[] {1.5f});
        file.createDataset("/string", ReferenceType.fixedString(5), three, new String[] {"a", "bc", "def"});
        file.commitType("/type", ReferenceType.int32());
        file.createDatasetOfType("/typed", "/type", three, new int[] {7, 8, 9});
        ReferenceType.Compound compound = new ReferenceType.Compound(
                12,
                List.of(
                        new ReferenceType.Member("a", 0, ReferenceType.int32()),
                        new ReferenceType.Member("b", 4, ReferenceType.ArrayType.of(ReferenceType.int16(), 4))));
        file.createDataset("/compound", compound, three, null);
        file.copy("/int", "/copy");
    }

    private static void text(ReferenceFile file) {
        ReferenceType string = new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, true);
        file.createDataset("/strings", string, new long[] {3}, new String[] {"one", "", "a longer one"});
        file.createGroup("/group");
        file.attributes("/group").create("text", string, new long[] {2}, new String[] {"x", "yy"});
        ReferenceType sequence = new ReferenceType.VariableLength(ReferenceType.int32());
        file.createDataset("/sequences", sequence, new long[] {2}, null);
        file.copy("/strings", "/copy");
        file.createDataset("/removed", string, new long[] {1}, new String[] {"x".repeat(100)});
        file.delete("/removed");
    }

    private static void attributes(ReferenceFile file) {
        file.createGroup("/group");
        for (int i = 0; i < 12; i++) {
            file.attributes("/group").create("attribute " + i, ReferenceType.int32(), i);
        }
        file.createDataset("/data", ReferenceType.int8(), new long[] {2}, new byte[] {1, 2});
        file.attributes("/data").create("of data", ReferenceType.fixedString(12), "a value");
        file.attributes("/group").delete("attribute 5");
        file.attributes("/data").create("later", ReferenceType.float64(), 2.5);
    }

    /** Adds one file per chunked dataset, each with another type of index. */
    private void addChunked(String name, ReferenceOptions options) throws IOException {
        for (boolean filtered : new boolean[] {false, true}) {
            String kind = name + (filtered ? " with a filter, " : ", ");
            add(kind + "single", options, file -> chunks(file, 12, 12, 12, filtered, false));
            add(kind + "fixed", options, file -> chunks(file, 30, 30, 4, filtered, false));
            add(kind + "growing", options, file -> chunks(file, 60, UNLIMITED, 3, filtered, false));
            add(
                    kind + "two dimensions",
                    options,
                    file -> file.createChunkedDataset(
                            "/data",
                            ReferenceType.int8(),
                            new long[] {8, 6},
                            new long[] {UNLIMITED, UNLIMITED},
                            new long[] {3, 2},
                            filtered,
                            false,
                            numbers(48)));
        }
        add(name + ", implicit", options, file -> chunks(file, 30, 30, 4, false, true));
        add(name + ", paged", options, file -> chunks(file, 2_100, 2_100, 1, false, false));
    }

    private static void chunks(ReferenceFile file, int count, long most, int chunk, boolean filtered, boolean early) {
        file.createGroup("/before");
        file.createChunkedDataset(
                "/data",
                ReferenceType.int8(),
                new long[] {count},
                new long[] {most},
                new long[] {chunk},
                filtered,
                early,
                numbers(count));
        file.createDataset("/after", ReferenceType.int32(), new long[] {2}, new int[] {5, 6});
    }

    private static byte[] numbers(int count) {
        byte[] numbers = new byte[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (byte) (3 * i);
        }
        return numbers;
    }

    private static void holes(ReferenceFile file) {
        for (int i = 0; i < 6; i++) {
            file.createDataset("/data" + i, ReferenceType.int32(), new long[] {20 + 9 * i}, new int[20 + 9 * i]);
            file.createGroup("/group" + i);
        }
        file.delete("/data1");
        file.delete("/data3");
        file.delete("/group2");
    }

    private static void shared(ReferenceFile file) {
        file.createGroup("/many");
        for (int i = 0; i < 4; i++) {
            file.createDataset("/data" + i, ReferenceType.int32(), new long[] {3}, new int[] {i, 2, 3});
            file.attributes("/data" + i).create("same for all", ReferenceType.fixedString(20), "value");
            file.attributes("/many").create("attribute " + i, ReferenceType.int32(), i / 2);
        }
    }
}
