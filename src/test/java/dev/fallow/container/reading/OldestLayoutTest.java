package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.hdf5.global.hdf5;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A new chunked dataset has a layout that libhdf5 1.8 reads, in a file that libhdf5 1.8 opens. */
@NeedsReference
class OldestLayoutTest {
    private static final int[] NUMBERS = IntStream.range(0, 24).toArray();

    @TempDir
    private Path folder;

    /** Each kind of chunked dataset, with the index that it gets in a file for libhdf5 1.10 and later. */
    private static Map<DatasetOptions, Integer> kinds() {
        Map<DatasetOptions, Integer> kinds = new LinkedHashMap<>();
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(3, 2);
        kinds.put(chunks, hdf5.H5D_CHUNK_IDX_FARRAY);
        kinds.put(chunks.withFilters(Filters.shuffle(), Filters.deflate(4)), hdf5.H5D_CHUNK_IDX_FARRAY);
        kinds.put(chunks.withMaxDimensions(-1, 9), hdf5.H5D_CHUNK_IDX_EARRAY);
        kinds.put(chunks.withMaxDimensions(-1, -1), hdf5.H5D_CHUNK_IDX_BT2);
        kinds.put(chunks.withAllocation(AllocationTime.EARLY), hdf5.H5D_CHUNK_IDX_NONE);
        kinds.put(DatasetOptions.defaults().withChunks(6, 4), hdf5.H5D_CHUNK_IDX_SINGLE);
        kinds.put(
                DatasetOptions.defaults().withChunks(6, 4).withFilters(Filters.deflate(4)), hdf5.H5D_CHUNK_IDX_SINGLE);
        return kinds;
    }

    private Path of(ReferenceOptions options) {
        Path path = folder.resolve("file.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options.trackCreationOrder(true))) {
            file.createDataset("/old", ReferenceType.int32(), new long[] {2}, List.of(1L, 2L));
        }
        return path;
    }

    /** As of h5py with {@code track_order}, superblock 0; as of netCDF-4, and h5py with the bounds v108, superblock 2. */
    @ParameterizedTest
    @CsvSource({"EARLIEST, 0", "V18, 2"})
    void inAFileThat18Opens(FormatBound oldest, int superblock) throws IOException {
        Path path = of(ReferenceOptions.defaults().bounds(oldest, FormatBound.V18));
        assertThat(superblock(path)).isEqualTo(superblock);
        create(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            for (int i = 0; i < kinds().size(); i++) {
                assertThat(file.chunkIndex("/d" + i)).as("" + i).isEqualTo(hdf5.H5D_CHUNK_IDX_BTREE);
                assertThat(file.readAs("/d" + i, int.class)).isEqualTo(NUMBERS);
            }
            file.append("/d2", 0, new long[] {1, 4}, List.of(-1L, -2L, -3L, -4L));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset grown = file.dataset("/d2");
            assertThat(grown.read(int[].class)).startsWith(NUMBERS).endsWith(-1, -2, -3, -4);
            grown.resize(2, 4);
        }
        SpaceChecks.check(path, "edited by both");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readAs("/d2", int.class))
                    .isEqualTo(IntStream.range(0, 8).toArray());
        }
    }

    /** Only a later version of the layout can state that partial chunks have no filters. */
    @Test
    void theContentMayNeedALaterVersion() {
        Path path = of(ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.V18));
        try (ContainerFile file = ContainerFile.open(path)) {
            DatasetOptions edges = DatasetOptions.defaults()
                    .withChunks(7)
                    .withFilters(Filters.deflate(1))
                    .withUnfilteredEdges(true);
            file.root().createDataset("edges", NUMBERS, edges);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.chunkIndex("/edges")).isEqualTo(hdf5.H5D_CHUNK_IDX_FARRAY);
            assertThat(file.readAs("/edges", int.class)).isEqualTo(NUMBERS);
        }
    }

    @Test
    void inAFileWithAnotherSuperblock() throws IOException {
        Path path = of(ReferenceOptions.defaults().bounds(FormatBound.V110, FormatBound.LATEST));
        assertThat(superblock(path)).isEqualTo(3);
        create(path);
        checkLatest(path);
    }

    /** libhdf5 1.8 refuses the message that says how space is managed. */
    @Test
    void inAFileThatPersistsItsFreeSpace() throws IOException {
        Path path = of(ReferenceOptions.persistent().bounds(FormatBound.EARLIEST, FormatBound.LATEST));
        assertThat(superblock(path)).isEqualTo(2);
        create(path);
        checkLatest(path);
    }

    /** A file of netCDF-4 to which an earlier version of this library added a dataset of the later layout. */
    @Test
    void inAFileOfNetcdf() throws IOException {
        Path path = Files.copy(Corpus.finding("second-round/netcdf-layout4.nc"), folder.resolve("file.nc"));
        path.toFile().setWritable(true);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root()
                    .createDataset("added", NUMBERS, DatasetOptions.defaults().withChunks(5));
            file.copy("/new", "/copy");
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.chunkIndex("/v")).isEqualTo(hdf5.H5D_CHUNK_IDX_BTREE);
            assertThat(file.chunkIndex("/added")).isEqualTo(hdf5.H5D_CHUNK_IDX_BTREE);
            assertThat(file.readAs("/added", int.class)).isEqualTo(NUMBERS);
            assertThat(file.chunkIndex("/copy")).isEqualTo(file.chunkIndex("/new")); // a copy keeps its version
        }
    }

    private static int superblock(Path path) throws IOException {
        return Files.readAllBytes(path)[8];
    }

    private static void create(Path path) {
        int[][] rows = new int[6][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = IntStream.range(4 * i, 4 * i + 4).toArray();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            int number = 0;
            for (DatasetOptions options : kinds().keySet()) {
                file.root().createDataset("d" + number++, rows, options);
            }
        }
    }

    private static void checkLatest(Path path) {
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            int number = 0;
            for (int index : kinds().values()) {
                assertThat(file.chunkIndex("/d" + number)).as("" + number).isEqualTo(index);
                assertThat(file.readAs("/d" + number++, int.class)).isEqualTo(NUMBERS);
            }
        }
    }
}
