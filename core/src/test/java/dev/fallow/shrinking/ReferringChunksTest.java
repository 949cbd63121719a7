package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.ShrinkOptions;
import dev.fallow.Types;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.report.ShrinkReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shrinking moves what elements of chunks refer to, whatever index and filters the chunks have. */
class ReferringChunksTest {
    private static final int COUNT = 300;
    private static final FilterSetting[] NONE = {};
    private static final FilterSetting[] DEFLATE = {Filters.deflate(6)};
    private static final FilterSetting[] SEVERAL = {Filters.shuffle(), Filters.deflate(1), Filters.fletcher32()};

    @TempDir
    private Path folder;

    static Stream<Arguments> kinds() {
        return Stream.of(FileFormat.values())
                .flatMap(format -> Stream.of(NONE, DEFLATE, SEVERAL)
                        .flatMap(filters -> Stream.of(
                                        DatasetOptions.defaults().withChunks(2),
                                        DatasetOptions.defaults().withChunks(7),
                                        DatasetOptions.defaults().withChunks(COUNT),
                                        DatasetOptions.defaults().withChunks(2).withMaxDimensions(-1),
                                        DatasetOptions.defaults()
                                                .withChunks(7)
                                                .withMaxDimensions(-1)
                                                .withUnfilteredEdges(true))
                                .map(options -> Arguments.of(format, filters, options))));
    }

    /** A B-tree of version 1 has several levels with 150 chunks, and then the keys above repeat the size of a chunk. */
    @ParameterizedTest
    @MethodSource("kinds")
    void ofOneDimension(FileFormat format, FilterSetting[] filters, DatasetOptions options) {
        shrinks(format, new long[] {COUNT}, options.withFilters(filters));
    }

    static Stream<Arguments> flat() {
        return Stream.of(FileFormat.values())
                .flatMap(format -> Stream.of(NONE, DEFLATE, SEVERAL).map(filters -> Arguments.of(format, filters)));
    }

    /** With two unlimited dimensions, the index is a B-tree in both formats. The edges are not full. */
    @ParameterizedTest
    @MethodSource("flat")
    void ofTwoDimensions(FileFormat format, FilterSetting[] filters) {
        shrinks(
                format,
                new long[] {20, 15},
                DatasetOptions.defaults()
                        .withChunks(3, 2)
                        .withMaxDimensions(-1, -1)
                        .withFilters(filters));
    }

    private void shrinks(FileFormat format, long[] dimensions, DatasetOptions options) {
        Path path = folder.resolve("referring.h5");
        String[] texts =
                IntStream.range(0, COUNT).mapToObj(i -> "text " + i * i).toArray(String[]::new);
        int[] numbers = {1, 2, 3};
        long before;
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(format))) {
            Group root = file.root();
            root.createDataset("hole", new double[10_000]);
            Dataset target = root.createDataset("target", numbers);
            Reference[] references = new Reference[COUNT];
            Arrays.setAll(references, i -> i % 3 == 0 ? null : target.reference());
            root.createDataset("references", Types.objectReference(), dimensions, references, options);
            root.createDataset("texts", Types.string(), dimensions, texts, options);
            before = target.address();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/hole");
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());

            assertThat(report.hindrances()).isEmpty();
            assertThat(report.freeBytes()).isLessThan(512);
            check(file, texts, numbers, before);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            check(file, texts, numbers, before);
            file.dataset("/texts").write(texts);
            file.delete("/texts");
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isZero();
        }
    }

    private static void check(ContainerFile file, String[] texts, int[] numbers, long before) {
        assertThat(file.dataset("/target").address()).isLessThan(before);
        assertThat(file.dataset("/texts").read(String[].class)).isEqualTo(texts);
        Reference[] references = file.dataset("/references").read(Reference[].class);
        for (int i = 0; i < COUNT; i++) {
            if (i % 3 == 0) {
                assertThat(references[i]).isNull();
            } else {
                assertThat(((Dataset) file.get(references[i])).read()).isEqualTo(numbers);
            }
        }
        assertThat(file.space().findings()).isEmpty();
    }
}
