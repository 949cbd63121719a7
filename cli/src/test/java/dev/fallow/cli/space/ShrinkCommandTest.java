package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ShrinkCommandTest extends CommandFrame {
    private static final int DATASETS = 20;
    private static final int ELEMENTS = 2_000;

    @TempDir
    private Path folder;

    private Path file;

    /** Every second dataset is deleted. */
    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < DATASETS; i++) {
                container.root().createDataset("d" + i, values(i));
            }
            for (int i = 0; i < DATASETS; i += 2) {
                container.delete("/d" + i);
            }
        }
    }

    private static int[] values(int seed) {
        int[] values = new int[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            values[i] = seed * ELEMENTS + i;
        }
        return values;
    }

    private void assertContent() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (int i = 1; i < DATASETS; i += 2) {
                assertThat(container.dataset("/d" + i).read(int[].class)).isEqualTo(values(i));
            }
            assertThat(container.space().findings()).isEmpty();
        }
    }

    @Test
    void shrinkShortensTheFile() throws IOException {
        long before = Files.size(file);
        assertThat(fallow("shrink", file)).as(err.toString()).isEqualTo(ExitCode.OK);
        long after = Files.size(file);
        assertThat(after).isLessThan(before * 6 / 10);
        assertThat(out.toString())
                .contains("%,d bytes, before %,d".formatted(after, before))
                .containsPattern("returned +%,d bytes".formatted(before - after))
                .containsPattern("moved +[0-9,]+ bytes in [0-9]+ pass")
                .containsPattern("free +[0-9,]+ bytes left")
                .doesNotContain("hindrance", "limit");
        assertContent();
        assertThat(fallow("shrink", file)).as("nothing can be gained").isEqualTo(ExitCode.OK);
        assertThat(out.toString()).containsPattern("returned +0 bytes").containsPattern("moved +0 bytes in 0 passes");
        assertThat(Files.size(file)).isEqualTo(after);
    }

    @Test
    void dryRunShowsWhatItWouldCost() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("shrink", "--dry-run", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .containsPattern("file +%,d bytes\\R".formatted(before.length))
                .containsPattern("free +[0-9,]+ bytes, tracked or not\\R")
                .containsPattern("returning +[0-9,]+ bytes costs copying [0-9,]+ bytes\\R");
        assertThat(out.toString().lines()).hasSizeBetween(5, 12);
        assertThat(fallow("shrink", "--dry-run", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"length\" : " + before.length, "returnedBytes", "movedBytes");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        Path full = folder.resolve("full.h5");
        ContainerFile.create(full).close();
        assertThat(fallow("shrink", "--dry-run", full)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("Nothing can be returned.");
    }

    @Test
    void limitsAreKept() throws IOException {
        long before = Files.size(file);
        assertThat(fallow("shrink", "--max-time", "0", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("moved                    0 bytes in 0 passes", "A limit was reached");
        assertThat(fallow("shrink", "--to", "1e9", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"movedBytes\" : 0", "\"complete\" : true", "\"hindrances\" : [ ]");
        assertThat(Files.size(file)).isEqualTo(before);
        assertThat(fallow("shrink", "--max-move", "10k", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("A limit was reached");
        assertThat(Files.size(file)).as("one or two datasets moved").isBetween(before * 6 / 10, before * 9 / 10);
        assertContent();
    }

    /** As other edits are, with and without an estimate. */
    @Test
    void aDamagedFileIsRefused() throws IOException {
        long header;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            header = container.dataset("/d1").address();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) header + 9] ^= 1; // makes its checksum wrong
        Files.write(file, bytes);
        assertThat(fallow("rm", file, "/d3")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("shrink", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString()).contains("hindrance: ", "checksum").containsPattern("returned +0 bytes");
        assertThat(err.toString()).startsWith("fallow: " + file).contains("checksum");
        assertThat(fallow("shrink", "--json", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString()).contains("\"hindrances\" : [ \"", "\"returnedBytes\" : 0");
        assertThat(err.toString()).startsWith("fallow: " + file).contains("checksum");
        assertThat(fallow("shrink", "--dry-run", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).startsWith("fallow: " + file).contains("checksum");
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--to=0.9",
                "--to=NaN",
                "--to=x",
                "--max-time=-1",
                "--max-time=NaN",
                "--max-move=-1",
                "--max-move=5X"
            })
    void wrongLimitsAreUsageErrors(String option) throws IOException {
        long before = Files.size(file);
        assertThat(fallow("shrink", option, file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isNotEmpty();
        assertThat(Files.size(file)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "4096,4096", "1k,1024", "64M,67108864", "2G,2147483648", "3t,3298534883328"})
    void numbersOfBytesHaveUnits(String text, long bytes) {
        assertThat(new Units().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "M", "5X", "-1", "+1", "1.5M", "1MB", "9223372036854775808", "8388608T", "１"})
    void otherTextsAreNoNumbersOfBytes(String text) {
        assertThatThrownBy(() -> new Units().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("64M");
    }
}
