package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.type.Datatype;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of strings that are not UTF-8, which comma-separated values cannot express. */
class CsvBytesTest extends CommandFrame {
    /** The byte 0xE9. */
    private static final String BYTE = "\udce9";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            String[][] plane = {{"a", "b"}, {"c", "d\ud83d\ude00" + BYTE + "\udcff"}};
            container.root().createDataset("plane", plane);
            container
                    .root()
                    .createDataset(
                            "fixed",
                            Types.string(4),
                            new long[] {2},
                            new String[] {"ok", BYTE},
                            DatasetOptions.defaults());
            container.root().createAttribute("scalar", BYTE);
            Datatype row = Types.compound(Map.of("s", Types.string()));
            container
                    .root()
                    .createDataset(
                            "rows", row, new long[] {1}, new Object[] {Map.of("s", BYTE)}, DatasetOptions.defaults());
            container.root().createDataset("pair", "\ud83d\ude00");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plane | /plane: element [1, 1]",
                "plane[1] | /plane: element [1, 1]",
                "fixed | /fixed: element [1]",
                "/@scalar | /@scalar: the value",
                "rows | /rows: element [0], member s"
            })
    void bytesAreRefusedByName(String path, String place) {
        String message = "file.h5: " + place + ": the byte 0xE9 is not UTF-8, and CSV cannot express it";
        assertThat(fallow("cat", "--csv", file, path)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).doesNotContain("?").doesNotContain(BYTE);
        Path output = folder.resolve("out.csv");
        assertThat(fallow("cat", "--csv", "-o", output, file, path)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains(message);
        assertThat(output).doesNotExist();
        assertThat(fallow("cat", file, path)).isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", "--json", file, path)).isEqualTo(ExitCode.OK);
    }

    @Test
    void aFileThatExistsStays() throws Exception {
        Path output = Files.writeString(folder.resolve("out.csv"), "mine");
        assertThat(fallow("cat", "--csv", "-o", output, file, "fixed")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(output).hasContent("mine");
    }

    @Test
    void otherTextsArePrinted() {
        assertThat(fallow("cat", "--csv", file, "plane[0]")).isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", "--csv", file, "pair")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().strip()).isEqualTo("\ud83d\ude00");
    }
}
