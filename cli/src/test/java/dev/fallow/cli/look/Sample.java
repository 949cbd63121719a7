package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.Types;
import dev.fallow.VirtualMapping;
import dev.fallow.filter.Filters;
import dev.fallow.type.Datatype;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small file with one of everything. */
final class Sample {
    private Sample() {}

    /** A compound with a long name. */
    static Datatype sensor() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("name", Types.string(8));
        members.put("position", Types.array(Types.floatingPoint(4), 3));
        members.put("serial_number", Types.unsigned(4));
        members.put("calibrated", Types.bool());
        members.put("temperature_offset", Types.floatingPoint(8));
        return Types.compound(members);
    }

    static Map<String, Object> sensor(String name, int number) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", name);
        members.put("position", new float[] {number, 0.5f, -1});
        members.put("serial_number", (long) number);
        members.put("calibrated", number % 2 == 0);
        members.put("temperature_offset", number / 8.0);
        return members;
    }

    /** Writes the file; the same bytes each time. */
    static void write(Path file) {
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            root.createAttribute("title", "a sample");
            root.createAttribute("limits", new double[][] {{0, 1.5}, {-2, Double.NaN}});
            root.createAttribute("long\nname", Sample.sensor(), new long[0], Sample.sensor("third", 3));
            Group run = root.createGroup("run1");
            int[][] image = new int[20][30];
            double[] series = new double[1_000];
            for (int i = 0; i < 600; i++) {
                image[i / 30][i % 30] = i;
                series[i] = i / 4.0;
            }
            run.createDataset(
                    "image",
                    image,
                    DatasetOptions.defaults()
                            .withChunks(10, 30)
                            .withMaxDimensions(DatasetOptions.UNLIMITED, 30)
                            .withFilters(Filters.shuffle(), Filters.lzf(), Filters.fletcher32()));
            run.dataset("image").createAttribute("units", "counts");
            run.createDataset(
                    "series", series, DatasetOptions.defaults().withChunks(100).withMaxDimensions(5_000));
            run.createDataset("label", "hello\nworld");
            run.createGroup("empty");
            Group types = root.createGroup("types");
            types.createDataset("bool", new boolean[] {true, false});
            types.createDataset(
                    "colour",
                    Types.enumeration(colours()),
                    new long[] {3},
                    new int[] {0, 1, 2},
                    DatasetOptions.defaults());
            types.createDataset(
                    "fixed", Types.string(5), new long[] {2}, new String[] {"ab", "cdefg"}, DatasetOptions.defaults());
            types.createDataset("missing", new Empty(Types.integer(4)));
            types.createDataset(
                    "sensors",
                    sensor(),
                    new long[] {2},
                    new Object[] {sensor("first", 1), sensor("second", 2)},
                    DatasetOptions.defaults());
            types.createDataset(
                    "small", new short[] {1, 2, 3}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            types.commitDatatype("sensor", sensor());
            Selection all = Selection.block(new long[] {0, 0}, new long[] {20, 30});
            root.createVirtualDataset(
                    "view",
                    Types.integer(4),
                    new long[] {20, 30},
                    List.of(VirtualMapping.ofWhole(".", "/run1/image", all)));
            root.createSoftLink("latest", "/run1");
            root.createSoftLink("nowhere", "/no/such/thing");
            root.createExternalLink("other", "other.h5", "/there");
            root.createHardLink("same", "/run1/series");
        }
    }

    private static Map<String, Long> colours() {
        Map<String, Long> colours = new LinkedHashMap<>();
        colours.put("RED", 0L);
        colours.put("GREEN", 1L);
        colours.put("BLUE", 2L);
        return colours;
    }
}
