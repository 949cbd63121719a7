package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.OpenOptions;
import dev.fallow.RawChunk;
import dev.fallow.ShrinkOptions;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks of files that other programs wrote, in ways that are unusual but have a meaning. */
class ChunksOfOthersTest {
    @TempDir
    private Path folder;

    private Path copyOf(String name) throws IOException {
        Path path = Files.copy(Corpus.finding("second-round/" + name), folder.resolve(name));
        assertThat(path.toFile().setWritable(true)).isTrue();
        return path;
    }

    /** h5py's {@code write_direct_chunk} stored a filter mask in a dataset without filters. */
    @Test
    @NeedsReference
    void masksWithoutFilters() throws IOException {
        Path path = copyOf("mask-without-filters.h5");
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        float[] elements;
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("/data");
            elements = dataset.read(float[].class);
            file.copy("/data", "/copy");
            RawChunk chunk = dataset.readChunk(1, 0).orElseThrow();
            file.dataset("/copy").writeChunk(new long[] {1, 0}, chunk);
            file.shrink(ShrinkOptions.defaults());
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readAs("/data", float.class)).isEqualTo(elements);
            assertThat(file.readAs("/copy", float.class)).isEqualTo(elements);
        }
    }

    /** The mask of one chunk has been changed to bits that the dataset without filters does not have. */
    @Test
    @NeedsReference
    void aMaskOfRandomBits() throws IOException {
        Path path = copyOf("copy-filter-mask.h5");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.copy("/bt", "/copy");
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readAs("/copy", short.class)).isEqualTo(file.readAs("/bt", short.class));
        }
    }

    /** PyTables stores three values for bzip2, of which the first is the level. */
    @Test
    void bzip2WithThreeValues() throws IOException {
        Path path = copyOf("pytables-bzip2.h5");
        long[] rows;
        Object sequences;
        try (ContainerFile file = ContainerFile.open(path)) {
            rows = file.dataset("/e").read(long[].class);
            sequences = file.dataset("/v").read();
            assertThat(rows).hasSize(4000);
            file.copy("/v", "/v2");
            assertThat(file.dataset("/v2").read()).isEqualTo(sequences);
            file.copy("/e", "/e2");
            Dataset grown = file.dataset("/e2");
            grown.append(new long[][] {{1, 2, 3, 4}});
            grown.resize(1000, 4);
            assertThat(grown.read(long[].class)).isEqualTo(rows);
            assertThat(grown.readChunk(900, 0).orElseThrow().filterMask()).isZero();
            assertThat(grown.readChunk(900, 0).orElseThrow().bytes()).hasSizeLessThan(2000); // of 9,600
            file.shrink(ShrinkOptions.defaults());
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/e").read(long[].class)).isEqualTo(rows);
            assertThat(file.dataset("/v").read()).isEqualTo(sequences);
            assertThat(file.dataset("/v2").read()).isEqualTo(sequences);
        }
    }

    /** An example of the HDF Group, whose value for the sign of integers is whatever was in memory. */
    @Test
    @NeedsReference
    void scaleOffsetWithoutASign() throws IOException {
        Path path = copyOf("h5ex_d_sofloat.h5");
        double[] elements;
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("/DS1");
            elements = dataset.read(double[].class);
            dataset.write(elements);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readDoubles("/DS1")).containsExactly(elements, within(1e-4));
        }
        try (ReferenceFile file = ReferenceFile.open(Corpus.finding("second-round/h5ex_d_sofloat.h5"), false)) {
            assertThat(file.readDoubles("/DS1")).isEqualTo(elements);
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
    }

    /** What a copy has taken is given back when it ends early; so the lists of free space stay as libhdf5 placed them. */
    @Test
    @NeedsReference
    void aCopyThatIsEndedLeavesTheListsOfLibhdf5() throws IOException {
        Path path = folder.resolve("file.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createGroup("/group");
            for (int i = 0; i < 6; i++) {
                file.createDataset("/d" + i, ReferenceType.int32(), new long[] {2}, List.of(1L, 2L));
                file.createDataset("/group/d" + i, ReferenceType.int32(), new long[] {2}, List.of(1L, 2L));
            }
            file.delete("/d1");
            file.delete("/d3");
        }
        byte[] before = Files.readAllBytes(path);
        OpenOptions ending =
                OpenOptions.defaults().withProgress((done, total) -> done != 6 * 8); // the elements of the group
        try (ContainerFile file = ContainerFile.open(path, ending)) {
            assertThatThrownBy(() -> file.copy("/group", "/copy")).isInstanceOf(CancellationException.class);
        }
        byte[] after = Files.readAllBytes(path);
        assertThat(after).hasSameSizeAs(before);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (FreeSection free : file.space().sections()) { // the copy has been in some of them
                Arrays.fill(after, (int) free.address(), (int) (free.address() + free.size()), (byte) 0);
                Arrays.fill(before, (int) free.address(), (int) (free.address() + free.size()), (byte) 0);
            }
        }
        assertThat(Arrays.mismatch(after, before)).as("first byte that differs").isEqualTo(-1);
    }
}
