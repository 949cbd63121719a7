package dev.fallow.documents;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FixedLength;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.Slab;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.report.SpaceItem;
import dev.fallow.source.ByteSource;
import dev.fallow.source.ByteSources;
import dev.fallow.source.CacheOptions;
import dev.fallow.type.Datatype;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the Javadoc of core begins with; {@code JavadocExamplesTest} compares and runs it. */
public final class JavadocExamples {
    private JavadocExamples() {}

    /** Runs all of them; each result is told to the caller. */
    public static List<Object> run(Path folder) {
        created(folder.resolve("run.h5"));
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("image", new double[480][640]);
            return List.of(
                    group(file),
                    dataset(file),
                    selections(),
                    options(),
                    types(file),
                    scales(file.root()),
                    space(file),
                    source(file));
        }
    }

    private static void created(Path path) {
        try (ContainerFile file = ContainerFile.create(path)) {
            Group run = file.root().createGroup("run1");
            run.putAttribute("temperature", 20.5);
            run.createDataset("image", new double[480][640]);
        }
    }

    private static Object group(ContainerFile file) {
        Group run = file.root().createGroup("run1");
        Dataset log = run.createDataset("log", new int[] {1, 2, 3});
        run.createSoftLink("latest", "log");
        List<String> names = run.names();
        run.delete("log");
        return names + log.path();
    }

    private static Object dataset(ContainerFile file) {
        Dataset image = file.dataset("/image");
        double[][] all = image.read(double[][].class);
        float[] row = image.read(Selection.of("0, :"), float[].class);
        image.write(Selection.of("5, 7"), 1.5);
        for (Slab slab : image.slabs(100)) {
            double[][] rows = (double[][]) slab.rows();
            all[0] = rows[0];
        }
        image.putAttribute("unit", "K");
        String unit = image.attribute("unit").read(String.class);
        return unit + row.length + all.length;
    }

    private static Object selections() {
        Selection slices = Selection.of("0:10, ::2");
        Selection last = Selection.index(-1);
        Selection block = Selection.block(new long[] {0, 0}, new long[] {10, 20});
        Selection points = Selection.points(new long[] {0, 0}, new long[] {5, 7});
        return List.of(slices, last, block, points);
    }

    private static Object options() {
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(100, 100)
                .withMaxDimensions(DatasetOptions.UNLIMITED, 100)
                .withFilters(Filters.shuffle(), Filters.deflate(4));
        return options.filters();
    }

    private static Object scales(Group root) {
        Dataset time = root.createDataset("time", new double[] {0, 0.5, 1});
        Dataset wind = root.createDataset("wind", new float[3][8]);
        wind.dims().get(0).attach(time);
        wind.dims().get(0).setLabel("time");
        return wind.dims().get(0).scales();
    }

    private record Event(
            long time,
            @FixedLength(3) float[] position,
            @FixedLength(8) String name) {}

    private static Object space(ContainerFile file) {
        Map<Integer, Long> held = new HashMap<>(); // bytes of the blocks of each object
        file.spaceBreakdown(item -> {
            if (item instanceof SpaceItem.Block block) {
                held.merge(block.holder(), block.size(), Long::sum);
            }
        });
        return held;
    }

    private record Blob(String name, byte[] content) implements ByteSource {
        @Override
        public long size() {
            return content.length;
        }

        @Override
        public int read(long position, ByteBuffer target) {
            if (position >= content.length) {
                return -1;
            }
            int count = (int) Math.min(target.remaining(), content.length - position);
            target.put(content, (int) position, count);
            return count;
        }
    }

    private static Object source(ContainerFile file) {
        file.flush();
        byte[] content = file.toByteArray();
        ByteSource blob = ByteSources.cached(new Blob("run.h5", content), CacheOptions.defaults());
        try (ContainerFile read = ContainerFile.openReadOnly(blob)) {
            return read.root().names();
        }
    }

    private static Object types(ContainerFile file) {
        Dataset pixels = file.root().createDataset("pixels", Types.unsigned(2), 480, 640);
        Datatype point = Types.compound(Map.of("x", Types.floatingPoint(8)));
        return List.of(pixels.datatype(), point, Types.of(Event.class));
    }
}
