package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.CheckOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.NotAContainerException;
import dev.fallow.RawChunk;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import dev.fallow.type.FixedPoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks whose stored bytes are not what a reader expects. */
class ChunkDefectsTest {
    private static final int ROWS = 2_400;
    private static final int IN_CHUNK = 1_000;
    private static final int CHUNK_BYTES = 4 * IN_CHUNK;
    private static final int BOMB_BYTES = 3 << 20;

    @TempDir
    private Path folder;

    /**
     * A defect in one chunk.
     *
     * @param says a part of the sentence
     */
    record Defect(String name, List<FilterSetting> filters, UnaryOperator<byte[]> change, String says) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Defect> defects() {
        List<FilterSetting> deflate = List.of(Filters.deflate(6));
        List<Defect> all = new ArrayList<>();
        all.add(new Defect("a changed byte of a deflate stream", deflate, stored -> changed(stored, 0), "deflate"));
        all.add(new Defect("half of a deflate stream", deflate, stored -> cut(stored, stored.length / 2), "deflate"));
        all.add(new Defect("a changed checksum of deflate", deflate, stored -> changed(stored, -1), "deflate"));
        all.add(new Defect(
                "a stream of fewer elements", deflate, stored -> deflated(CHUNK_BYTES - 4), "expected 4000 bytes"));
        all.add(new Defect("a stream of more elements", deflate, stored -> deflated(CHUNK_BYTES + 4), "4000 bytes"));
        all.add(new Defect("a bomb", deflate, stored -> deflated(BOMB_BYTES), "4000 bytes"));
        all.add(new Defect(
                "a changed element", List.of(Filters.fletcher32()), stored -> changed(stored, 3), "fletcher32"));
        all.add(new Defect(
                "a changed checksum",
                List.of(Filters.shuffle(), Filters.fletcher32()),
                stored -> changed(stored, -1),
                "fletcher32"));
        all.add(new Defect(
                "too short for a checksum", List.of(Filters.fletcher32()), stored -> cut(stored, 3), "fletcher32"));
        all.add(new Defect(
                "a cut header of scale-offset",
                List.of(Filters.scaleOffset(0)),
                stored -> cut(stored, 7),
                "scaleoffset"));
        all.add(new Defect("a cut lzf stream", List.of(Filters.lzf()), stored -> cut(stored, 5), "found 4"));
        return all;
    }

    private static byte[] changed(byte[] stored, int at) {
        byte[] copy = stored.clone();
        copy[Math.floorMod(at, copy.length)] ^= 0x55;
        return copy;
    }

    private static byte[] cut(byte[] stored, int length) {
        return java.util.Arrays.copyOf(stored, length);
    }

    private static byte[] deflated(int length) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            byte[] zeros = new byte[Math.min(length, 1 << 20)];
            for (int left = length; left > 0; left -= zeros.length) {
                out.write(zeros, 0, Math.min(left, zeros.length));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    private Path write(FileFormat format, List<FilterSetting> filters, UnaryOperator<byte[]> change) {
        Path path = folder.resolve("chunks.h5");
        CreateOptions options = CreateOptions.defaults().withFormat(format).withOverwrite(true);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            Dataset data = file.root()
                    .createDataset(
                            "data",
                            FixedPoint.INT32,
                            new long[] {ROWS},
                            DatasetOptions.defaults()
                                    .withChunks(IN_CHUNK)
                                    .withFilters(filters.toArray(FilterSetting[]::new)));
            int[] values = new int[ROWS];
            for (int i = 0; i < ROWS; i++) {
                values[i] = i / 50;
            }
            data.write(values);
            if (change != null) {
                RawChunk chunk = data.readChunk(IN_CHUNK).orElseThrow();
                data.writeChunk(new long[] {IN_CHUNK}, new RawChunk(change.apply(chunk.bytes()), chunk.filterMask()));
            }
        }
        return path;
    }

    @ParameterizedTest
    @MethodSource("defects")
    void isNamed(Defect defect) {
        for (FileFormat format : FileFormat.values()) {
            assertThat(ContainerFile.check(write(format, defect.filters, null)).isSound())
                    .isTrue();
            Path path = write(format, defect.filters, defect.change);
            CheckReport report = ContainerFile.check(path);
            assertThat(report.isSound()).isFalse();
            assertThat(report.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo(FindingCode.CHUNK_DECODE);
                assertThat(finding.path()).hasValue("/data");
                assertThat(finding.sentence()).startsWith("chunk [1]: ").contains(defect.says);
            });
            assertThat(report.decodedChunks()).isEqualTo(3);
            CheckReport quick =
                    ContainerFile.check(path, CheckOptions.defaults().withQuick(true));
            assertThat(quick.isSound()).isTrue();
            assertThat(quick.complete()).isFalse();
        }
    }

    /** A chunk of a filter that is not available is not an error. */
    @Test
    void anUnknownFilter() throws IOException {
        Path path = write(FileFormat.EARLIEST, List.of(Filters.shuffle()), stored -> stored);
        byte[] bytes = Files.readAllBytes(path);
        Damage damage = new Damage(bytes);
        int pipeline = damage.oldMessage(damage.header("/data"), 0x0B);
        damage.put(pipeline + 8, 2, 299);
        Files.write(path, damage.bytes());
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).isTrue();
        assertThat(report.findings()).extracting(Finding::code).containsExactly(FindingCode.DATA_FILTER);
        assertThat(report.count(Severity.NOTE)).isOne();
        assertThat(report.decodedChunks()).isZero();
    }

    /** Elements without chunks have no room for more; libhdf5 states their maximum shape nevertheless. */
    @Test
    @NeedsReference
    void aMaximumShapeWithoutChunks() throws IOException {
        Path path = folder.resolve("shape.h5");
        ReferenceOptions options = ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createDataset("/data", ReferenceType.int32(), new long[] {3}, new int[] {1, 2, 3});
        }
        Damage damage = new Damage(Files.readAllBytes(path));
        int space = damage.oldMessage(damage.header("/data"), 0x01);
        assertThat(damage.get(space + 16, 8)).isEqualTo(3);
        damage.put(space + 16, 8, 4);
        Files.write(path, damage.bytes());
        assertThat(ContainerFile.check(path).findings())
                .anyMatch(each ->
                        each.code() == FindingCode.DATA_SHAPE && each.path().equals(Optional.of("/data")));
    }

    /** The length of a superblock depends on fields that may be cut off. */
    @Test
    void aCutSuperblock() throws IOException {
        byte[] whole = Files.readAllBytes(write(FileFormat.EARLIEST, List.of(Filters.shuffle()), null));
        for (int length = 8; length < 96; length++) {
            Path path = Files.write(folder.resolve("cut.h5"), java.util.Arrays.copyOf(whole, length));
            try {
                assertThat(ContainerFile.check(path).isSound()).isFalse();
            } catch (NotAContainerException e) {
                assertThat(e).hasMessageContaining("cut.h5");
            }
        }
    }
}
