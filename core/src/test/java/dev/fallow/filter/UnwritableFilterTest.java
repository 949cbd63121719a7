package dev.fallow.filter;

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
import dev.fallow.ShrinkOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.LittleEndian;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.ShrinkReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets with filters that cannot be applied here: nothing is written without them, unless that is asked for. */
class UnwritableFilterTest {
    private static final int UNKNOWN = 31_999;

    @TempDir
    private Path folder;

    /** A file whose datasets have another filter instead of deflate, or another level. */
    private Path file(boolean optional, int id, int level) throws IOException {
        Path path = folder.resolve("file.h5");
        FilterSetting deflate = new FilterSetting(Filters.DEFLATE, optional, 6);
        DatasetOptions chunks =
                DatasetOptions.defaults().withChunks(100).withMaxDimensions(-1).withFilters(deflate);
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            file.root().createDataset("hole", new double[2000]);
            file.root().createDataset("d", new int[200], chunks);
            String[] texts = IntStream.range(0, 150).mapToObj(i -> "text " + i).toArray(String[]::new);
            file.root().createDataset("texts", texts, chunks);
            file.root().createDataset("last", new int[300]);
        }
        byte[] bytes = Files.readAllBytes(path);
        byte[] name = "deflate\0".getBytes(StandardCharsets.US_ASCII);
        int found = 0;
        for (int at = 8; at + 12 <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
                LittleEndian.put(bytes, at - 8, 2, id);
                LittleEndian.put(bytes, at + 8, 4, level);
                found++;
            }
        }
        assertThat(found).isEqualTo(2);
        Files.write(path, bytes);
        return path;
    }

    private static void refused(ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("/d: filter 31999 is not available")
                .hasMessageContaining("withUnwritableFiltersSkipped");
    }

    @Test
    void writesAreRefusedByName() throws IOException {
        Path path = file(true, UNKNOWN, 6);
        byte[] before = Files.readAllBytes(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("/d");
            refused(() -> dataset.write(new int[200]));
            refused(() -> dataset.write(Selection.block(new long[] {0}, new long[] {100}), new int[100]));
            refused(() -> dataset.append(new int[100]));
        }
        assertThat(Arrays.mismatch(Files.readAllBytes(path), before)).isEqualTo(-1);
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("/d");
            dataset.resize(300); // stores no chunk
            dataset.writeChunk(new long[] {200}, new RawChunk(new byte[] {1, 2, 3}, 0)); // by who has the filter
            assertThat(dataset.readChunk(200).orElseThrow().bytes()).containsExactly(1, 2, 3);
            file.copy("/d", "/copy"); // as stored
            assertThat(file.dataset("/copy").readChunk(200).orElseThrow().bytes())
                    .containsExactly(1, 2, 3);
            refused(() -> dataset.write(new int[300]));
        }
    }

    /** What HDF5 does with an optional filter: the mask says that the chunk has not passed it. */
    @Test
    void anOptionalFilterIsLeftOutIfThatIsAskedFor() throws IOException {
        Path path = file(true, UNKNOWN, 6);
        int[] numbers = IntStream.range(0, 250).toArray();
        OpenOptions skipping = OpenOptions.defaults().withUnwritableFiltersSkipped(true);
        try (ContainerFile file = ContainerFile.open(path, skipping)) {
            Dataset dataset = file.dataset("/d");
            dataset.write(Arrays.copyOf(numbers, 200));
            dataset.append(Arrays.copyOfRange(numbers, 200, 250));
            assertThat(dataset.readChunk(100).orElseThrow().filterMask()).isEqualTo(1);
            assertThat(dataset.readChunk(100).orElseThrow().bytes()).hasSize(400);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("/d").read(int[].class)).isEqualTo(numbers);
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
    }

    @Test
    void aMandatoryFilterIsNeverLeftOut() throws IOException {
        Path path = file(false, UNKNOWN, 6);
        byte[] before = Files.readAllBytes(path);
        OpenOptions skipping = OpenOptions.defaults().withUnwritableFiltersSkipped(true);
        try (ContainerFile file = ContainerFile.open(path, skipping)) {
            assertThatThrownBy(() -> file.dataset("/d").write(new int[200]))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("/d: filter 31999 is not available")
                    .hasMessageNotContaining("withUnwritableFiltersSkipped");
        }
        assertThat(Arrays.mismatch(Files.readAllBytes(path), before)).isEqualTo(-1);
    }

    /** A level of 77: the chunks can be decoded, and not be encoded. What their elements refer to stays where it is. */
    @Test
    void shrinkingNeedsNoFilterThatItCannotApply() throws IOException {
        Path path = file(true, Filters.DEFLATE, 77);
        long before = Files.size(path);
        String[] texts;
        ShrinkReport report;
        try (ContainerFile file = ContainerFile.open(path)) {
            texts = file.dataset("/texts").read(String[].class);
            file.delete("/hole");
            report = file.shrink(ShrinkOptions.defaults());
        }
        assertThat(report.refused()).as("only some blocks stay").isFalse();
        assertThat(report.hindrances())
                .filteredOn(each -> each.startsWith("global heap collection"))
                .singleElement()
                .asString()
                .endsWith(", whose chunks cannot be changed: filter 1 (deflate): expected one value, a level of 0 to 9,"
                        + " found [77] refers to it");
        assertThat(Files.size(path)).isLessThan(before - 3_000);
        assertThat(ContainerFile.check(path).findings())
                .extracting(Finding::code)
                .containsOnly(FindingCode.DATA_PIPELINE); // the level
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/texts").read(String[].class)).isEqualTo(texts);
            assertThat(file.dataset("/d").read(int[].class)).isEqualTo(new int[200]);
            assertThat(file.dataset("/last").read(int[].class)).isEqualTo(new int[300]);
        }
    }
}
