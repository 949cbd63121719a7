package dev.fallow.natives;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Reads and writes datasets with all filters that have codecs, in a process of its own; prints what it read, and the codecs. */
final class NativeProgram {
    /** By default more than what the first use of a library takes to pay. */
    private static final int ELEMENTS = Integer.getInteger("elements", 5 << 18);

    private static final int CHUNK = 1 << 16;

    private static final Map<String, FilterSetting> FILTERS = new TreeMap<>(Map.of(
            "deflate", Filters.deflate(1),
            "zstd", Filters.zstd(3),
            "lz4", Filters.lz4(),
            "blosc", Filters.blosc(BloscCodec.LZ4, 5, BloscShuffle.BYTES),
            "bitshuffle", Filters.bitshuffle(BitshuffleCodec.LZ4)));

    private NativeProgram() {}

    /** Arguments: a file to be written, files to be read. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        for (String each : Arrays.asList(arguments).subList(1, arguments.length)) {
            ContainerFile.check(Path.of(each))
                    .findings()
                    .forEach(finding -> System.out.println("finding: " + finding.code() + " " + finding.sentence()));
            try (ContainerFile file = ContainerFile.openReadOnly(Path.of(each))) {
                FILTERS.keySet().forEach(filter -> read(file, filter));
            }
        }
        try (ContainerFile file = ContainerFile.create(Path.of(arguments[0]))) {
            FILTERS.forEach((name, filter) -> write(file, name, filter));
        }
        ContainerFile.codecs()
                .forEach(each -> System.out.println(
                        each.isUsed()
                                ? "used: " + each.format() + ", " + each.library()
                                : "not used: " + each.format() + ", " + each.library() + ": " + each.note()));
        for (String each : List.of("com.github.luben.zstd.util.Native", "net.jpountz.util.Native")) {
            System.out.println("loaded: " + each + ", " + isLoaded(each));
        }
    }

    private static boolean isLoaded(String library) throws ReflectiveOperationException {
        try {
            return (boolean) Class.forName(library).getMethod("isLoaded").invoke(null);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void write(ContainerFile file, String name, FilterSetting filter) {
        Dataset dataset = file.root()
                .createDataset(
                        name,
                        Types.integer(4),
                        new long[] {ELEMENTS},
                        DatasetOptions.defaults().withChunks(CHUNK).withFilters(filter));
        Random random = new Random(1);
        int[] values = new int[ELEMENTS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i >> 3) + random.nextInt(4);
        }
        try {
            dataset.write(values);
        } catch (UnsupportedFeatureException e) {
            System.out.println(name + " refused: " + e.getMessage());
        }
    }

    private static void read(ContainerFile file, String filter) {
        try {
            int[] values = file.root().dataset(filter).read(int[].class);
            System.out.println(filter + " " + Arrays.hashCode(values));
        } catch (UnsupportedFeatureException e) {
            System.out.println(filter + " refused: " + e.getMessage());
        }
    }
}
