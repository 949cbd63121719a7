package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.RawChunk;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.format.LittleEndian;
import dev.fallow.testing.FilteredChunk;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets with Blosc 2, which can only be undone: they do not lose their compression without a word. */
class Blosc2DatasetTest {
    @TempDir
    private Path folder;

    private Path path;
    private byte[] before;
    private int[] numbers;

    /** Numbers, and references, whose chunks a plugin of libhdf5 has filtered. */
    @BeforeEach
    void makeTheFile() throws IOException {
        path = folder.resolve("file.h5");
        FilteredChunk ints = chunk("blosc2 lz4 filter 1");
        FilteredChunk references = chunk("blosc2 lz4 f8, bits");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            int count = ints.raw().length / 4;
            int referenceCount = references.raw().length / 8;
            FilterSetting deflate = Filters.deflate(6);
            Dataset one = file.root()
                    .createDataset(
                            "numbers",
                            FixedPoint.INT32,
                            new long[] {count},
                            DatasetOptions.defaults()
                                    .withChunks(count)
                                    .withMaxDimensions(-1)
                                    .withFilters(deflate));
            one.writeChunk(new long[] {0}, new RawChunk(ints.stored(), 0));
            Dataset other = file.root()
                    .createDataset(
                            "references",
                            Types.objectReference(),
                            new long[] {referenceCount},
                            DatasetOptions.defaults().withChunks(referenceCount).withFilters(deflate));
            other.writeChunk(new long[] {0}, new RawChunk(references.stored(), 0));
        }
        before = Files.readAllBytes(path);
        byte[] name = "deflate\0".getBytes(StandardCharsets.US_ASCII);
        int found = 0;
        for (int at = 8; at < before.length - 12; at++) {
            if (Arrays.equals(before, at, at + name.length, name, 0, name.length)) {
                LittleEndian.put(before, at - 8, 2, Filters.BLOSC2);
                found++;
            }
        }
        assertThat(found).isEqualTo(2);
        Files.write(path, before);
        numbers = new int[ints.raw().length / 4];
        ByteBuffer.wrap(ints.raw()).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(numbers);
    }

    private static FilteredChunk chunk(String name) throws IOException {
        return FilteredChunk.read(Blosc2DatasetTest.class, "/filters/chunks.txt").stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void refused(ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(": filter 32026 (blosc2) can only be read, not written; the option"
                        + " withUnwritableFiltersSkipped writes chunks without such filters, uncompressed");
    }

    @Test
    void writesAreRefusedAndChangeNothing() throws IOException {
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("/numbers");
            assertThat(dataset.read(int[].class)).isEqualTo(numbers);
            refused(() -> dataset.write(numbers));
            refused(() -> dataset.write(Selection.points(new long[] {1}), new int[] {7}));
            refused(() -> dataset.append(new int[] {7}));
            refused(() -> dataset.resize(numbers.length - 1)); // the chunk at the new edge would be stored anew
        }
        assertThat(Arrays.mismatch(Files.readAllBytes(path), before)).isEqualTo(-1);
    }

    /** Chunks are copied as they are stored; those whose elements refer to objects become null in another container. */
    @Test
    void copiesAreRefusedOnlyIfChunksAreStoredAnew() throws IOException {
        OpenOptions skipping = OpenOptions.defaults().withUnwritableFiltersSkipped(true);
        Path target = folder.resolve("target.h5");
        ContainerFile.create(target).close();
        byte[] empty = Files.readAllBytes(target);
        try (ContainerFile file = ContainerFile.open(path);
                ContainerFile other = ContainerFile.open(target)) {
            file.copy("/references", "/copy");
            assertThat(file.dataset("/copy").readChunk(0))
                    .isEqualTo(file.dataset("/references").readChunk(0));
            refused(() -> file.copyTo(other, "/references", "/references"));
        }
        assertThat(Arrays.mismatch(Files.readAllBytes(target), empty)).isEqualTo(-1);
        try (ContainerFile file = ContainerFile.openReadOnly(path);
                ContainerFile other = ContainerFile.open(target, skipping)) {
            file.copyTo(other, "/references", "/references");
            RawChunk chunk = other.dataset("/references").readChunk(0).orElseThrow();
            assertThat(chunk.filterMask()).isEqualTo(1);
            assertThat(chunk.bytes()).containsOnly(0).hasSize(303 * 8);
        }
    }

    @Test
    void theFilterIsLeftOutIfThatIsAskedFor() throws IOException {
        OpenOptions skipping = OpenOptions.defaults().withUnwritableFiltersSkipped(true);
        try (ContainerFile file = ContainerFile.open(path, skipping)) {
            Dataset dataset = file.dataset("/numbers");
            dataset.write(Selection.points(new long[] {1}), new int[] {7});
            assertThat(dataset.readChunk(0).orElseThrow().filterMask()).isEqualTo(1);
            file.delete("/references"); // to no object
        }
        numbers[1] = 7;
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("/numbers").read(int[].class)).isEqualTo(numbers);
        }
    }
}
