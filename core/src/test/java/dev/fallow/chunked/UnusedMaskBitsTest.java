package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.RawChunk;
import dev.fallow.ShrinkOptions;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.Filters;
import dev.fallow.format.LittleEndian;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bits of a filter mask that belong to no filter mean nothing. {@code H5Dwrite_chunk} stores whatever it is given. */
class UnusedMaskBitsTest {
    private static final int BEYOND = 0x38_0000;
    private static final int[] NUMBERS = IntStream.range(0, 10).toArray();

    @TempDir
    private Path folder;

    private Path path;

    /** A dataset without filters and one with two, with B-trees of version 1, which have no checksum. */
    @BeforeEach
    void setTheBits() throws IOException {
        path = folder.resolve("file.h5");
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(2).withMaxDimensions(-1);
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            Group root = file.root();
            root.createDataset("hole", new double[500]);
            root.createDataset("plain", NUMBERS, chunks);
            root.createDataset("filtered", NUMBERS, chunks.withFilters(Filters.shuffle(), Filters.deflate(1)));
        }
        byte[] bytes = Files.readAllBytes(path);
        int changed = 0;
        for (int at = 0; at < bytes.length - 24; at++) {
            if (LittleEndian.i32(bytes, at) == 0x45455254 && bytes[at + 4] == 1 && bytes[at + 5] == 0) {
                int keys = bytes[at + 6];
                for (int key = 0; key < keys; key++) {
                    int mask = at + 24 + key * 32 + 4;
                    assertThat(LittleEndian.i32(bytes, mask)).isZero();
                    LittleEndian.put(bytes, mask, 4, BEYOND);
                    changed++;
                }
            }
        }
        assertThat(changed).isEqualTo(10);
        Files.write(path, bytes);
    }

    @Test
    void theFileIsSound() {
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).isTrue();
        assertThat(report.findings())
                .filteredOn(each -> each.code() == FindingCode.CHUNK_MASK)
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTE, Severity.NOTE); // one for each dataset
    }

    @Test
    void everyOperationIgnoresThem() {
        try (ContainerFile file = ContainerFile.open(path)) {
            for (String name : new String[] {"/plain", "/filtered"}) {
                Dataset dataset = file.dataset(name);
                assertThat(dataset.read(int[].class)).isEqualTo(NUMBERS);
                file.copy(name, name + "2");
                assertThat(file.dataset(name + "2").read(int[].class)).isEqualTo(NUMBERS);
                RawChunk first = dataset.readChunk(0).orElseThrow();
                assertThat(first.filterMask()).isEqualTo(BEYOND);
                dataset.writeChunk(new long[] {8}, first);
                assertThat(dataset.readChunk(8)).contains(new RawChunk(first.bytes(), 0));
                dataset.resize(9);
                dataset.resize(10);
                assertThat(dataset.read(int[].class)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 0, 0);
                dataset.append(new int[] {77});
            }
            file.delete("/hole");
            file.shrink(ShrinkOptions.defaults());
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (String name : new String[] {"/plain", "/filtered"}) {
                assertThat(file.dataset(name).read(int[].class)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 77);
                assertThat(file.dataset(name + "2").read(int[].class)).isEqualTo(NUMBERS);
            }
        }
    }

    /** A chunk that is stored without its filters has the length of a whole chunk, whatever else is in the mask. */
    @Test
    void theOtherBitsCount() {
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset filtered = file.dataset("/filtered");
            filtered.writeChunk(new long[] {2}, new RawChunk(new byte[] {9, 0, 0, 0, 8, 0, 0, 0}, BEYOND | 0b11));
            assertThat(filtered.readChunk(2).orElseThrow().filterMask()).isEqualTo(0b11);
            assertThat(filtered.read(int[].class)).startsWith(0, 1, 9, 8, 4);
            assertThatThrownBy(() -> filtered.writeChunk(new long[] {2}, new RawChunk(new byte[7], BEYOND | 0b11)))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("chunk [1]: 7 bytes with filter mask");
            assertThatThrownBy(
                            () -> file.dataset("/plain").writeChunk(new long[] {2}, new RawChunk(new byte[7], BEYOND)))
                    .isInstanceOf(WrongTypeException.class);
        }
    }
}
