package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Empty;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.container.OurTypes;
import dev.fallow.container.OurValues;
import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.snapshot.SnapshotValues;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every dataset of the corpus: its elements equal those that libhdf5 reads, bit for bit as stored, or by value if they
 * have variable-length parts. libhdf5 has not all filters; the datasets with others are compared with what they are known
 * to contain, or refused with the number of the filter if Fallow does not have it either. No dataset is left out.
 */
@NeedsReference
class CorpusDatasetsTest {
    /** The files have at least this many datasets; the corpus may grow. */
    private static final int DATASETS = 2_462;

    /** Filters that the release of libhdf5 does not have. */
    private static final Set<Integer> NOT_IN_LIBHDF5 = Set.of(32000, 32004, 32008);

    /** What a dataset contains whose global heap is smaller than libhdf5 permits, decoded by hand. */
    private static final String[] REUSED_STRINGS = {
        "att-0-value-1",
        "att-0-value-1",
        "NULL",
        "NULL",
        "NULL",
        "att-0-value-1",
        "att-0-value-0",
        "att-0-value-1",
        "NULL",
        "NULL"
    };

    /** A dataset of more bytes is compared in parts. */
    private static final long WHOLE = 1 << 26;

    @TempDir
    private Path folder;

    private int equal;
    private int equalByValue;
    private int equalInParts;
    private int equalToKnown;
    private int empty;
    private final SortedMap<Integer, Integer> refused = new TreeMap<>();
    private final SortedMap<Integer, Integer> unknownToLibhdf5 = new TreeMap<>();

    @Test
    void everyDatasetIsReadAsByLibhdf5() throws IOException {
        int datasets = 0;
        for (Path original : Corpus.files()) {
            Path file = Corpus.openable(original, folder);
            try (ContainerFile container = ContainerFile.openReadOnly(file);
                    StoredElements reference = new StoredElements(file)) {
                Map<Long, String> paths = new HashMap<>();
                paths.put(container.root().address(), "/");
                List<Entry> entries = container.root().listRecursively();
                entries.forEach(entry -> paths.putIfAbsent(entry.address(), entry.path()));
                SortedMap<String, ObjectSnapshot> values = Snapshot.of(file);
                Set<Long> met = new HashSet<>();
                for (Entry entry : entries) {
                    if (entry.kind() == ObjectKind.DATASET && met.add(entry.address())) {
                        datasets++;
                        compare(container.dataset(entry.path()), reference, values.get(entry.path()), paths);
                    }
                }
            }
        }
        String counts = "equal " + equal + ", in parts " + equalInParts + ", by value " + equalByValue
                + ", to known values " + equalToKnown + ", empty " + empty + ", refused " + refused;
        int refusals = refused.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(equal + equalInParts + equalByValue + equalToKnown + empty + refusals)
                .as(counts)
                .isEqualTo(datasets);
        assertThat(datasets).as(counts).isGreaterThanOrEqualTo(DATASETS);
        assertThat(equal).as(counts).isGreaterThanOrEqualTo(2_289);
        assertThat(equalByValue).as(counts).isGreaterThanOrEqualTo(77);
        assertThat(equalInParts).as(counts).isEqualTo(1);
        assertThat(unknownToLibhdf5).isEqualTo(Map.of(32000, 10, 32004, 20, 32008, 40));
        assertThat(refused.keySet())
                .as("filters that are missing")
                .allMatch(filter -> FilterRegistry.find(filter) == null);
        // a chunk that LZF could not shrink is stored without it, and is read in any case
        assertThat(equalToKnown).as(counts).isEqualTo(71 - refusals);
    }

    private void compare(Dataset dataset, StoredElements reference, ObjectSnapshot expected, Map<Long, String> paths) {
        String path = dataset.path();
        List<Integer> filters = reference.filters(path);
        Set<Integer> others = new HashSet<>(filters);
        others.retainAll(NOT_IN_LIBHDF5);
        if (!others.isEmpty()) {
            compareWithKnown(dataset, others.iterator().next());
        } else if (dataset.isNull()) {
            assertThat(dataset.read()).as(path).isEqualTo(new Empty(dataset.datatype()));
            assertThat(dataset.read(RawElements.class).bytes()).as(path).isEmpty();
            empty++;
        } else if (dataset.datatype().refersToGlobalHeap()) {
            compareByValue(dataset, expected, paths);
        } else if (elements(dataset) * dataset.datatype().size() > WHOLE) {
            compareParts(dataset, reference);
        } else {
            assertThat(dataset.read(RawElements.class).bytes()).as(path).isEqualTo(reference.read(path, null));
            equal++;
        }
    }

    private static long elements(Dataset dataset) {
        long elements = 1;
        for (long dimension : dataset.dimensions()) {
            elements *= dimension;
        }
        return elements;
    }

    private void compareByValue(Dataset dataset, ObjectSnapshot expected, Map<Long, String> paths) {
        if (expected.values() instanceof SnapshotValues.Unread unread) {
            assertThat(unread.why()).as(dataset.path()).contains("global heap size is too small");
            assertThat((Object[]) dataset.read()).as(dataset.path()).containsExactly((Object[]) REUSED_STRINGS);
            equalToKnown++;
            return;
        }
        Object ours =
                new OurValues(paths::get).of(OurTypes.of(dataset.datatype()), dataset.dimensions(), dataset.read());
        assertThat(ours).as(dataset.path()).isEqualTo(expected.values());
        equalByValue++;
    }

    /** Compares parts at both ends, in the middle, and over edges of chunks. */
    private void compareParts(Dataset dataset, StoredElements reference) {
        assertThat(dataset.dimensions())
                .as("the only large dataset has one dimension")
                .hasSize(1);
        long size = dataset.dimensions()[0];
        long chunk = dataset.chunkDimensions()[0];
        long length = 100_000;
        for (long start :
                new long[] {0, chunk - length / 2, size / 2 - length, (size - 1) / chunk * chunk - 10, size - length}) {
            Selection part = Selection.block(new long[] {start}, new long[] {Math.min(length, size - start)});
            assertThat(dataset.read(part, RawElements.class).bytes())
                    .as("%s from %d", dataset.path(), start)
                    .isEqualTo(reference.read(dataset.path(), part));
        }
        equalInParts++;
    }

    /** The elements of all these datasets are 0, 1, 2, ... */
    private void compareWithKnown(Dataset dataset, int filter) {
        unknownToLibhdf5.merge(filter, 1, Integer::sum);
        Object values;
        try {
            values = dataset.read();
        } catch (UnsupportedFeatureException e) {
            assertThat(e).hasMessageContaining(dataset.path()).hasMessageContaining("filter " + filter + " ");
            refused.merge(filter, 1, Integer::sum);
            return;
        }
        long index = 0;
        for (Object row : dataset.dimensions().length == 1 ? new Object[] {values} : (Object[]) values) {
            for (int i = 0, length = Array.getLength(row); i < length; i++) {
                assertThat(((Number) Array.get(row, i)).doubleValue())
                        .as("%s, element %d", dataset.path(), index)
                        .isEqualTo(index);
                index++;
            }
        }
        assertThat(index).isEqualTo(elements(dataset));
        equalToKnown++;
    }
}
