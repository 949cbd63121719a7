package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.RawChunk;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow diff} of chunks that cannot be decoded. */
class UndecodableDiffTest extends CommandFrame {
    private static final FilterSetting DEFLATE = Filters.deflate(4);
    /** Its headers have no checksums. */
    private static final CreateOptions EARLIEST = CreateOptions.defaults().withFormat(FileFormat.EARLIEST);

    /** Of zfp, which is in no module. */
    private static final int ZFP = 32_013;

    @TempDir
    private Path folder;

    /** A dataset with chunks that deflate did not write. */
    private Path damaged(String name, int chunks, int last) throws IOException {
        Path file = folder.resolve(name);
        try (ContainerFile container = ContainerFile.create(file, EARLIEST)) {
            Group group = container.root().createGroup("layers");
            group.createDataset(
                    "dense",
                    Types.integer(4),
                    new long[] {8},
                    DatasetOptions.defaults().withChunks(4).withFilters(DEFLATE));
            for (int i = 0; i < chunks; i++) {
                group.dataset("dense")
                        .writeChunk(
                                new long[] {4L * i}, new RawChunk(new byte[] {1, 2, (byte) (i == 1 ? last : 3)}, 0));
            }
        }
        return file;
    }

    /** The same, behind a filter that nothing knows: the number of deflate, 8 bytes before its name, is replaced. */
    private Path unknown(String name, int chunks, int last) throws IOException {
        Path file = damaged(name, chunks, last);
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("deflate\0") - 8;
        ByteBuffer content = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(content.getShort(at)).isEqualTo((short) Filters.DEFLATE);
        content.putShort(at, (short) ZFP);
        return Files.write(file, bytes);
    }

    @Test
    void equalBytesBehindAnUnknownFilterAreEqual() throws IOException {
        for (int chunks = 0; chunks <= 2; chunks++) {
            Path a = unknown("a" + chunks, chunks, 4);
            assertThat(fallow("diff", a, unknown("b" + chunks, chunks, 4)))
                    .as(err.toString())
                    .isZero();
        }
        Path a = unknown("a", 2, 4);
        assertThat(fallow("diff", a, unknown("b", 2, 5))).isEqualTo(2);
        assertThat(err.toString()).contains("/layers/dense", "zfp");
        assertThat(fallow("diff", a, unknown("c", 1, 4))).isEqualTo(2);
        assertThat(fallow("diff", a, damaged("d", 2, 4))).isEqualTo(2);
    }

    @Test
    void aDamagedChunkIsNamedByItsDataset() throws IOException {
        Path a = damaged("a.h5", 2, 4);
        Path b = damaged("b.h5", 2, 5);
        assertThat(fallow("diff", a, b)).isEqualTo(2);
        assertThat(err.toString()).contains("/layers/dense").doesNotContain("object at address");
    }

    /** The failure is in the second file, where the object has another path. */
    @Test
    void aDamagedChunkIsNamedByItsPathInItsFile() throws IOException {
        Path a = folder.resolve("sound.h5");
        try (ContainerFile container = ContainerFile.create(a)) {
            container.root().createGroup("layers").createDataset("dense", new int[8]);
        }
        Path b = damaged("b.h5", 2, 5);
        try (ContainerFile container = ContainerFile.open(b)) {
            container.root().createGroup("moved");
            container.move("/layers", "/moved/layers");
        }
        assertThat(fallow("diff", a, b, "/", "/moved")).isEqualTo(2);
        assertThat(err.toString()).contains("b.h5: /moved/layers/dense").doesNotContain("object at address");
    }

    @Test
    void equalDamagedChunksAreStillErrors() throws IOException {
        assertThat(fallow("diff", damaged("a.h5", 2, 4), damaged("b.h5", 2, 4))).isEqualTo(2);
    }
}
