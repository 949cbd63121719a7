package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.format.LittleEndian;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow cp} of a dataset whose chunks have to be written anew, with a filter that is not available. */
class CopyTest extends CommandFrame {
    private static final byte[] NAME = "deflate\0".getBytes(StandardCharsets.US_ASCII);
    /** Where the number and the flags of the filter are, from its name on. */
    private static final int ID = -8;

    private static final int FLAGS = -4;
    private static final int UNKNOWN = 31_999;

    @TempDir
    private Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void name() {
        source = folder.resolve("source.h5");
        target = folder.resolve("target.h5");
    }

    private static String[] texts() {
        String[] texts = new String[150];
        Arrays.setAll(texts, i -> "text " + i);
        return texts;
    }

    /** The chunks are stored without the filter. */
    private void write(boolean optional) throws IOException {
        try (ContainerFile file =
                ContainerFile.create(source, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            FilterSetting deflate = new FilterSetting(Filters.DEFLATE, true, 6);
            file.root()
                    .createDataset(
                            "texts",
                            Types.string(),
                            new long[] {150},
                            DatasetOptions.defaults().withChunks(100).withFilters(deflate));
        }
        patch(ID, UNKNOWN);
        try (ContainerFile file =
                ContainerFile.open(source, OpenOptions.defaults().withUnwritableFiltersSkipped(true))) {
            file.dataset("/texts").write(texts());
        }
        patch(FLAGS, optional ? 1 : 0);
        ContainerFile.create(target).close();
    }

    private void patch(int from, int value) throws IOException {
        byte[] bytes = Files.readAllBytes(source);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(NAME, StandardCharsets.US_ASCII));
        LittleEndian.put(bytes, at + from, 2, value);
        Files.write(source, bytes);
    }

    @Test
    void theFilterIsLeftOutIfThatIsAskedFor() throws IOException {
        write(true);
        byte[] before = Files.readAllBytes(target);
        assertThat(fallow("cp", source, "/texts", "/copy", "--into", target)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).startsWith("fallow: ").contains("filter 31999");
        assertThat(Files.readAllBytes(target)).isEqualTo(before);
        assertThat(fallow("cp", "--skip-unwritable-filters", source, "/texts", "/copy", "--into", target))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        try (ContainerFile file = ContainerFile.openReadOnly(target)) {
            Dataset copy = file.dataset("/copy");
            assertThat(copy.filters()).hasSize(1);
            assertThat(copy.readChunk(100).orElseThrow().filterMask())
                    .as("the chunk skips the filter")
                    .isEqualTo(1);
            assertThat(copy.read(String[].class)).isEqualTo(texts());
        }
    }

    @Test
    void aMandatoryFilterIsNot() throws IOException {
        write(false);
        byte[] before = Files.readAllBytes(target);
        assertThat(fallow("cp", "--skip-unwritable-filters", source, "/texts", "/copy", "--into", target))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).startsWith("fallow: ").contains("filter 31999");
        assertThat(Files.readAllBytes(target)).isEqualTo(before);
    }
}
