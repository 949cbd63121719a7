package dev.fallow.benchmarks.shrink;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;
import java.util.Locale;

/** The files that are made shorter. The first half of each is deleted, so that a hole precedes the rest. */
enum PreparedFile {
    /** Two large contiguous datasets; one is deleted. */
    TWO("two contiguous datasets"),
    /** Many contiguous datasets with attributes, in groups; the first half of the groups is deleted. */
    MANY("contiguous datasets with 5 attributes each, in groups of 20"),
    /** Chunked and deflated datasets; the first half is deleted. */
    CHUNKED("datasets in chunks of 256 KiB, shuffled and deflated"),
    /** A large dataset, which is deleted, in front of one of 80 bytes. */
    HOLE("a hole in front of a dataset of 80 bytes");

    private static final int PIECE = 1 << 20;
    private static final int CHUNK = 1 << 16;
    private static final int IN_GROUP = 20;
    private static final int ATTRIBUTES = 5;
    private static final int SMALL = 10;
    private static final int BITS = 24;

    private final String description;

    PreparedFile(String description) {
        this.description = description;
    }

    /**
     * How large the files are.
     *
     * @param doubles elements of each of two datasets
     * @param datasets with attributes
     * @param elements of each dataset with attributes
     * @param compressed chunked datasets
     * @param ints elements of each chunked dataset
     * @param hole elements of 8 bytes in front of the small dataset
     */
    record Sizes(int doubles, int datasets, int elements, int compressed, int ints, int hole) {}

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String description() {
        return description;
    }

    /** Writes the file and deletes its first half in another session. */
    void write(Path file, Sizes sizes) {
        CreateOptions options = CreateOptions.defaults().withOverwrite(true).withDurability(Durability.NEVER);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            switch (this) {
                case TWO -> {
                    doubles(container, "a", sizes.doubles());
                    doubles(container, "b", sizes.doubles());
                }
                case MANY -> many(container, sizes);
                case CHUNKED -> {
                    for (int i = 0; i < sizes.compressed(); i++) {
                        compressed(container, "d" + i, sizes.ints(), i);
                    }
                }
                case HOLE -> {
                    doubles(container, "a", sizes.hole());
                    doubles(container, "b", SMALL);
                }
            }
        }
        try (ContainerFile container =
                ContainerFile.open(file, OpenOptions.defaults().withDurability(Durability.NEVER))) {
            switch (this) {
                case TWO, HOLE -> container.delete("a");
                case MANY -> {
                    for (int i = 0; i < sizes.datasets() / 2; i += IN_GROUP) {
                        container.delete("g" + i / IN_GROUP);
                    }
                }
                case CHUNKED -> {
                    for (int i = 0; i < sizes.compressed() / 2; i++) {
                        container.delete("d" + i);
                    }
                }
            }
        }
    }

    private static void many(ContainerFile container, Sizes sizes) {
        for (int i = 0; i < sizes.datasets(); i++) {
            String group = "g" + i / IN_GROUP;
            if (i % IN_GROUP == 0) {
                container.root().createGroup(group);
            }
            Dataset dataset = doubles(container, group + "/d" + i, sizes.elements());
            for (int j = 0; j < ATTRIBUTES; j++) {
                dataset.createAttribute("a" + j, (double) i + j);
            }
        }
    }

    private static Dataset doubles(ContainerFile container, String path, int count) {
        Dataset dataset = container.root().createDataset(path, Types.floatingPoint(Double.BYTES), count);
        for (int begin = 0; begin < count; begin += PIECE) {
            double[] piece = new double[Math.min(PIECE, count - begin)];
            for (int i = 0; i < piece.length; i++) {
                piece[i] = Noise.at(begin + i, BITS, path.hashCode());
            }
            dataset.write(Selection.block(new long[] {begin}, new long[] {piece.length}), piece);
        }
        return dataset;
    }

    private static void compressed(ContainerFile container, String path, int count, int seed) {
        Dataset dataset = container
                .root()
                .createDataset(
                        path,
                        Types.integer(Integer.BYTES),
                        new long[] {count},
                        DatasetOptions.defaults()
                                .withChunks(Math.min(CHUNK, count))
                                .withFilters(Filters.shuffle(), Filters.deflate(1)));
        for (int begin = 0; begin < count; begin += PIECE) {
            int[] piece = new int[Math.min(PIECE, count - begin)];
            for (int i = 0; i < piece.length; i++) {
                piece[i] = Noise.at(begin + i, BITS, seed);
            }
            dataset.write(Selection.block(new long[] {begin}, new long[] {piece.length}), piece);
        }
    }
}
