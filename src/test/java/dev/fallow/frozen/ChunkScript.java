package dev.fallow.frozen;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.WriteMode;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sessions with every chunk index, in one file for each set of filters: datasets are created, written in part, extended, cut off,
 * rewritten and deleted. Deflate is left out: its result depends on the version of zlib.
 */
final class ChunkScript {
    private static final long NONE = DatasetOptions.UNLIMITED;
    /** Those that can be applied to references. */
    private static final Set<Integer> GENERAL = Set.of(
            Filters.shuffle().id(), Filters.fletcher32().id(), Filters.lzf().id());

    private final RunRecord record;
    private final FilterSetting[] filters;
    private byte[] bytes;

    private ChunkScript(List<FilterSetting> filters, RunRecord record) {
        this.filters = filters.toArray(new FilterSetting[0]);
        this.record = record;
    }

    /** The sets of filters, by name. */
    static Map<String, List<FilterSetting>> filterSets() {
        Map<String, List<FilterSetting>> sets = new LinkedHashMap<>();
        sets.put("no filter", List.of());
        sets.put("lzf", List.of(Filters.lzf()));
        sets.put("shuffle, lzf, fletcher32", List.of(Filters.shuffle(), Filters.lzf(), Filters.fletcher32()));
        sets.put("fletcher32", List.of(Filters.fletcher32()));
        sets.put("szip", List.of(Filters.szip(Filters.SzipCoding.NEAREST_NEIGHBOUR, 8)));
        sets.put("nbit", List.of(Filters.nbit()));
        sets.put("scale-offset", List.of(Filters.scaleOffset(0)));
        return sets;
    }

    /** @param path for what needs a file */
    static void run(CreateOptions options, List<FilterSetting> filters, RunRecord record, Path path)
            throws IOException {
        new ChunkScript(filters, record).run(options, path);
    }

    private void run(CreateOptions options, Path path) throws IOException {
        ContainerFile file = ContainerFile.createInMemory(options);
        try (file) {
            create(file.root());
            if (options.format() == FileFormat.LATEST && filters.length != 1) {
                long[] many = {8_800};
                chunked(file.root(), "fixed-paged", many, many, new long[] {8});
            }
            references(file.root());
        }
        bytes = file.toByteArray();
        record.commit(bytes, "created");
        session("written in part", ChunkScript::writeParts);
        session("extended", ChunkScript::extend);
        record.look(Looks.of(bytes));
        session("cut off", ChunkScript::cutOff);
        session("extended again", ChunkScript::extend);
        session("rewritten", ChunkScript::rewrite);
        session("half of them deleted", opened -> delete(opened, 2));
        record.look(Looks.of(bytes));
        session("created again", opened -> create(opened.root().createGroup("again")));
        Endings.of(bytes, record, path, true);
    }

    private interface Step {
        void on(ContainerFile file);
    }

    private void session(String what, Step step) {
        bytes = Endings.change(bytes, record, what, file -> {
            step.on(file);
            file.flush();
            record.commit(file.toByteArray(), what + ", flushed");
            datasets(file).forEach(each -> show(file.dataset(each)));
        });
    }

    /** What a dataset says of its chunks. */
    private void show(Dataset dataset) {
        record.add(EventStream.DONE, "%s: %s".formatted(dataset.path(), Arrays.toString(dataset.dimensions())));
        dataset.forEachChunk(chunk -> record.add(EventStream.DONE, chunk.toString()));
    }

    private void create(Group group) {
        long[] plane = {20, 30};
        long[] tile = {7, 8};
        chunked(group, "single", plane, plane, plane);
        chunked(group, "fixed", plane, new long[] {50, 70}, tile);
        chunked(group, "extensible", new long[] {400}, new long[] {NONE}, new long[] {8});
        chunked(group, "extensible-second", plane, new long[] {40, NONE}, tile);
        chunked(group, "tree", plane, new long[] {NONE, NONE}, tile);
        chunked(group, "tree-large", new long[] {60, 20}, new long[] {NONE, NONE}, new long[] {3, 5});
        if (filters.length == 0) {
            DatasetOptions early = DatasetOptions.defaults()
                    .withChunks(tile)
                    .withMaxDimensions(new long[] {40, 70})
                    .withAllocation(AllocationTime.EARLY);
            write(group.createDataset("implicit", FixedPoint.INT32, plane, early), 1);
        } else {
            DatasetOptions edges = DatasetOptions.defaults()
                    .withChunks(tile)
                    .withMaxDimensions(new long[] {NONE, 70})
                    .withFilters(filters)
                    .withUnfilteredEdges(true);
            write(group.createDataset("edges", FixedPoint.INT32, plane, edges), 1);
        }
        group.createDataset("between", new int[97]);
    }

    private void chunked(Group group, String name, long[] size, long[] most, long[] chunk) {
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(chunk)
                .withMaxDimensions(most)
                .withFilters(filters)
                .withFillValue(7);
        write(group.createDataset(name, FixedPoint.INT32, size, options), 1);
    }

    /** Elements that are addresses, in attributes, in blocks, in chunks with filters, and in global heaps. */
    private void references(Group root) {
        Group group = root.createGroup("references");
        Dataset target = root.dataset("fixed");
        Reference[] objects = {target.reference(), null, group.reference()};
        Reference[] regions = {target.reference(Selection.block(new long[] {1, 2}, new long[] {3, 4})), null};
        long[] three = {3};
        group.createDataset("objects", Types.objectReference(), three, objects, DatasetOptions.defaults());
        group.createDataset("new", Types.reference(), three, objects, DatasetOptions.defaults());
        group.createDataset("regions", Types.regionReference(), new long[] {2}, regions, DatasetOptions.defaults());
        group.createAttribute("object", Types.objectReference(), three, objects);
        group.createAttribute("region", Types.regionReference(), new long[] {2}, regions);
        boolean general = Arrays.stream(filters).allMatch(each -> GENERAL.contains(each.id()));
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(2).withMaxDimensions(NONE);
        chunks = general ? chunks.withFilters(filters) : chunks;
        group.createDataset("chunked objects", Types.objectReference(), three, objects, chunks);
        group.createDataset("chunked regions", Types.regionReference(), new long[] {2}, regions, chunks);
        String[] strings = {"one", "", "a longer one of them"};
        group.createDataset("strings", Types.string(), three, strings, chunks);
        group.createDataset(
                "sequences",
                Types.sequence(Types.integer(4)),
                three,
                new int[][] {{1, 2}, {}, {3}},
                DatasetOptions.defaults());
    }

    private static void write(Dataset dataset, int factor) {
        int count = 1;
        for (long each : dataset.dimensions()) {
            count *= (int) each;
        }
        dataset.write(numbers(count, factor));
    }

    private static int[] numbers(int count, int factor) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i * factor % 1_001 / (1 + i % 5 * factor);
        }
        return numbers;
    }

    private static List<String> datasets(ContainerFile file) {
        return file.group("/").listRecursively().stream()
                .map(Entry::path)
                .filter(path -> !path.startsWith("/references") && !path.endsWith("between") && !path.endsWith("again"))
                .toList();
    }

    private static void writeParts(ContainerFile file) {
        for (String path : datasets(file)) {
            Dataset dataset = file.dataset(path);
            long[] size = dataset.dimensions();
            long[] start = Arrays.stream(size).map(each -> each / 3).toArray();
            long[] count = Arrays.stream(size).map(each -> each / 2).toArray();
            int elements = (int) Arrays.stream(count).reduce(1, (one, other) -> one * other);
            WriteMode mode = path.length() % 2 == 0 ? WriteMode.COPY : WriteMode.IN_PLACE;
            dataset.write(Selection.block(start, count), numbers(elements, 13), mode);
        }
    }

    private static void extend(ContainerFile file) {
        for (String path : datasets(file)) {
            Dataset dataset = file.dataset(path);
            long[] size = dataset.dimensions();
            long[] most = dataset.maxDimensions();
            for (int i = 0; i < size.length; i++) {
                long wanted = size[i] + size[i] / 2 + 3;
                size[i] = most[i] == NONE ? wanted : Math.min(most[i], wanted);
            }
            dataset.resize(size);
            write(dataset, 3);
        }
    }

    private static void cutOff(ContainerFile file) {
        for (String path : datasets(file)) {
            Dataset dataset = file.dataset(path);
            dataset.resize(
                    Arrays.stream(dataset.dimensions()).map(each -> each / 2).toArray());
        }
    }

    private static void rewrite(ContainerFile file) {
        for (String path : datasets(file)) {
            write(file.dataset(path), 101);
        }
    }

    private static void delete(ContainerFile file, int each) {
        List<String> paths = datasets(file);
        for (int i = 0; i < paths.size(); i += each) {
            file.delete(paths.get(i));
        }
    }
}
