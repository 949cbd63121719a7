package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.FileFormat;
import dev.fallow.interop.ChunkedFiles.ChunkedFile;
import io.jhdf.HdfFile;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * jHDF 0.13.0 reads the chunked datasets that Fallow writes, except for those of {@link #cannotRead}, which it refuses or reads
 * with other values.
 */
final class JhdfReads {
    /** Pipelines of which jHDF reads no chunk. It lacks most of the filters. */
    private static final Set<String> PIPELINES = Set.of(
            "szip-neighbour",
            "szip-entropy",
            "nbit",
            "scale-offset",
            "scale-offset-shuffle-deflate",
            "shuffle-lzf-fletcher32", // the LZF decoder gets the checksum too, and finds its input too long
            "shuffle-zstd",
            "bitshuffle-ZSTD",
            "blosc-LZ4",
            "blosc-LZ4HC",
            "blosc-SNAPPY",
            "blosc-ZLIB",
            "blosc-ZSTD",
            "blosc-bits",
            "bzip2");

    /** Datasets with elements that were never written: jHDF returns zeros instead of the fill value, or refuses them. */
    private static final Set<String> FILL_VALUES =
            Set.of("missing-extensible", "missing-fixed", "resized-tree", "resized-extensible");

    /** Datasets with unfiltered edge chunks, which jHDF does not know: it applies the filters to them. */
    private static final Set<String> UNFILTERED_EDGES =
            Set.of("edges-fixed", "edges-extensible-first", "edges-extensible-second", "edges-tree");

    /** Pipelines that leave the wrongly filtered edge chunks of {@code edges-tree} readable. */
    private static final Set<String> HARMLESS_TO_EDGES = Set.of("fletcher32", "lzf");

    /** Indexes that jHDF reads wrongly or not at all. Files of the earliest format have B-trees of version 1 instead. */
    private static final Set<String> INDEXES = Set.of(
            // an extensible array, and a limit greater than the extent in another dimension: other elements, and zeros
            "extensible-first-of-70",
            // an extensible array whose unlimited dimension is not the first: the same
            "shorts",
            "extensible-second",
            "extensible-middle",
            // an extensible array with paged data blocks: it looks for a block at a wrong address
            "extensible-paged",
            // limits greater than the extent: it reads chunks that do not exist, and elements of others
            "fixed",
            "implicit");

    private JhdfReads() {}

    /** Fails if jHDF reads another set of datasets than expected. */
    static void verify(List<ChunkedFile> files) {
        Set<String> expected = new TreeSet<>();
        Set<String> failed = new TreeSet<>();
        int read = 0;
        for (ChunkedFile written : files) {
            try (HdfFile file = new HdfFile(written.path())) {
                for (String path : written.values().keySet()) {
                    String name = written.format() + path;
                    String[] words = path.split("/");
                    if (cannotRead(written.format(), words[1], words[2])) {
                        expected.add(name);
                    }
                    if (isReadRight(file, path, written.values().get(path))) {
                        read++;
                    } else {
                        failed.add(name);
                    }
                }
            }
        }
        Set<String> unexpected = new TreeSet<>(failed);
        unexpected.removeAll(expected);
        assertThat(unexpected).as("not read, and not listed").isEmpty();
        expected.removeAll(failed);
        assertThat(expected).as("read, although listed").isEmpty();
        assertThat(read).isGreaterThan(150);
    }

    private static boolean cannotRead(FileFormat format, String pipeline, String dataset) {
        return PIPELINES.contains(pipeline)
                || FILL_VALUES.contains(dataset)
                || UNFILTERED_EDGES.contains(dataset)
                        && !(dataset.equals("edges-tree") && HARMLESS_TO_EDGES.contains(pipeline))
                || format == FileFormat.LATEST && INDEXES.contains(dataset);
    }

    private static boolean isReadRight(HdfFile file, String path, double[] expected) {
        try {
            Object flat = file.getDatasetByPath(path).getDataFlat();
            double[] found = new double[Array.getLength(flat)];
            Arrays.setAll(found, i -> Array.getDouble(flat, i));
            return Arrays.equals(found, expected);
        } catch (RuntimeException refused) { // of many classes; a dataset that is not listed then fails the test
            return false;
        }
    }
}
