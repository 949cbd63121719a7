package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.internal.slice.RandomSelections;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.testing.Seeds;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.hdf5.global.hdf5;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chunked datasets of all kinds that libhdf5 writes: whole reads, and reads of random selections, give the bytes that
 * libhdf5 reads with the same selection.
 */
@NeedsReference
class ChunkMatrixTest {
    private static final int SELECTIONS = 50;
    /** In datasets with more chunks, of which libhdf5 reads each selection slowly. */
    private static final int FEW_SELECTIONS = 2;

    private static final long MANY_CHUNKS = 100_000;

    /** Tested with every bound of the format. */
    private static final Set<FilterSet> USUAL =
            Set.of(FilterSet.RAW, FilterSet.SHUFFLE_GZIP, FilterSet.GZIP_FLETCHER32);

    @TempDir
    private Path folder;

    static Stream<Arguments> files() {
        return Stream.of(FormatBound.EARLIEST, FormatBound.V110, FormatBound.V114)
                .flatMap(bound -> Stream.of(FilterSet.values())
                        .filter(filters -> bound == FormatBound.V114 || USUAL.contains(filters))
                        .map(filters -> Arguments.of(bound, filters)));
    }

    @ParameterizedTest
    @MethodSource("files")
    void datasetsAreReadAsByLibhdf5(FormatBound bound, FilterSet filters) {
        Path path = folder.resolve("matrix.h5");
        List<String> datasets = ChunkMatrix.write(path, bound, filters);
        boolean available = filters.ids.stream().allMatch(id -> FilterRegistry.find(id) != null);
        int refused = 0;
        try (ContainerFile container = ContainerFile.openReadOnly(path);
                StoredElements reference = new StoredElements(path)) {
            for (String name : datasets) {
                Dataset dataset = container.dataset(name);
                assertThat(reference.filters(name)).as(name).isEqualTo(filters.ids);
                if (!available && isRefused(dataset, filters.ids.get(0))) {
                    refused++;
                } else {
                    compare(dataset, reference);
                }
            }
        }
        if (available) {
            assertThat(refused).isZero();
        } else { // datasets without stored chunks are read
            assertThat(refused).isGreaterThan(datasets.size() / 2);
        }
    }

    /** libhdf5 leaves missing elements as they are if the fill value is never written; here they read as the fill value. */
    @ParameterizedTest
    @EnumSource(names = {"EARLIEST", "V114"})
    void missingElementsReadAsAFillValueThatIsNeverWritten(FormatBound bound) {
        Path path = folder.resolve("never.h5");
        long type = hdf5.H5T_STD_I32LE_g();
        try (ChunkedFileWriter writer = new ChunkedFileWriter(path, bound)) {
            writer.create(
                    "/never",
                    new ChunkedFileWriter.Shape(type, 10, -1, 4),
                    creation -> {
                        ChunkedFileWriter.fill(creation, type, (byte) 7, (byte) 0, (byte) 0, (byte) 0);
                        Native.check(
                                hdf5.H5Pset_fill_time(creation.value(), hdf5.H5D_FILL_TIME_NEVER), "H5Pset_fill_time");
                    },
                    dataset -> ChunkedFileWriter.write(dataset, new long[] {4}, new long[] {4}, new byte[16]));
        }
        try (ContainerFile container = ContainerFile.openReadOnly(path)) {
            Dataset dataset = container.dataset("/never");
            assertThat((int[]) dataset.read()).containsExactly(7, 7, 7, 7, 0, 0, 0, 0, 7, 7);
            assertThat((int[]) dataset.read(Selection.points(new long[] {9}, new long[] {4}, new long[] {3})))
                    .containsExactly(7, 0, 7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EARLIEST", "V110", "V114"})
    void variableLengthStringsAreReadAsByLibhdf5(FormatBound bound) {
        Path path = folder.resolve("strings.h5");
        String[] texts = new String[60];
        Arrays.setAll(texts, i -> "text " + i + " \u00e9".repeat(i % 5));
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.defaults().bounds(bound, FormatBound.LATEST))) {
            file.createChunkedDataset(
                    "/strings",
                    new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, true),
                    new long[] {60},
                    new long[] {-1},
                    new long[] {7},
                    false,
                    false,
                    texts);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(path);
                ReferenceFile reference = ReferenceFile.open(path, false)) {
            Dataset strings = container.dataset("/strings");
            assertThat((String[]) strings.read()).containsExactly(texts).containsExactly((String[])
                    reference.read("/strings"));
            Selection part = Selection.points(new long[] {59}, new long[] {0}, new long[] {33}, new long[] {34});
            assertThat((String[]) strings.read(part)).containsExactly(texts[59], texts[0], texts[33], texts[34]);
        }
    }

    private static boolean isRefused(Dataset dataset, int filter) {
        try {
            dataset.read(RawElements.class).bytes();
            return false;
        } catch (UnsupportedFeatureException e) {
            assertThat(e).hasMessageContaining(dataset.path()).hasMessageContaining("filter " + filter + " ");
            return true;
        }
    }

    private static void compare(Dataset dataset, StoredElements reference) {
        String name = dataset.path();
        byte[] whole = reference.read(name, null);
        checkBytes(dataset.read(RawElements.class).bytes(), whole, name);
        checkValues(dataset, dataset.read(), whole, name);
        long seed = Seeds.one(name.hashCode());
        RandomSelections selections = new RandomSelections(new Random(seed), dataset.dimensions());
        int count = dataset.dimensions()[0] > MANY_CHUNKS ? FEW_SELECTIONS : SELECTIONS;
        for (int i = 0; i < count; i++) {
            Selection selection = selections.any();
            byte[] expected = reference.read(name, selection);
            String what = "%s, %s, selection %d: %s".formatted(name, Seeds.name(seed), i, selection);
            checkBytes(dataset.read(selection, RawElements.class).bytes(), expected, what);
            Object values = dataset.read(selection);
            checkValues(dataset, values, expected, what);
            if (selection instanceof Hyperslab slab) {
                assertThat(Array.getLength(values)).as(what).isEqualTo((int) (slab.count()[0] * slab.block()[0]));
            }
        }
    }

    private static void checkBytes(byte[] found, byte[] expected, String what) {
        assertThat(found).as(what).hasSameSizeAs(expected);
        assertThat(Arrays.mismatch(found, expected))
                .as("%s: first different byte", what)
                .isEqualTo(-1);
    }

    /** Java values of integers equal the stored bytes. */
    private static void checkValues(Dataset dataset, Object values, byte[] stored, String what) {
        if (!dataset.datatype().equals(FixedPoint.INT32)) {
            return;
        }
        ByteBuffer expected = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
        checkRow(values, expected, what);
        assertThat(expected.hasRemaining()).as(what).isFalse();
    }

    private static void checkRow(Object values, ByteBuffer expected, String what) {
        if (values instanceof int[] row) {
            for (int value : row) {
                if (value != expected.getInt()) {
                    assertThat(value).as(what).isEqualTo(expected.getInt(expected.position() - 4));
                }
            }
        } else {
            for (Object row : (Object[]) values) {
                checkRow(row, expected, what);
            }
        }
    }
}
