package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that are given to {@code create --csv} and {@code attr set} are written as they are, or refused. */
class ExactNumbersTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Object[] create(String type, String csv) throws IOException {
        Path table = Files.writeString(folder.resolve("data.csv"), csv);
        Object file = folder.resolve("file.h5");
        return type.isEmpty()
                ? new Object[] {"create", file, "/d", "--csv", table}
                : new Object[] {"create", file, "/d", "--csv", table, "--type", type};
    }

    @ParameterizedTest
    @CsvSource({
        "i4, 1.5, int32",
        "i4, 1e-999999999, int32",
        "i4, 1e999999999, int32",
        "i4, 1e9999999999, int32",
        "u8, 18446744073709551616, uint64",
        "'', 1e400, float64",
        "'', -1e400, float64",
        "f4, 1e39, float32",
        "f4, 16777217, float32",
        "f8, 9007199254740993, float64",
        "'', 99999999999999999999, float64"
    })
    void aNumberThatDoesNotFitIsRefusedByName(String type, String number, String name) throws IOException {
        assertThat(fallow(create(type, "1\n" + number + "\n"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("file.h5: /d: element [1], " + number);
        assertThat(err.toString()).endsWith(", does not fit " + name + System.lineSeparator());
        assertThat(folder.resolve("file.h5")).doesNotExist();
        Path file = folder.resolve("attribute.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createGroup("g");
        }
        Object[] set = type.isEmpty()
                ? new Object[] {"attr", "set", file, "g", "a", "--", number}
                : new Object[] {"attr", "set", file, "g", "a", "--type", type, "--", number};
        assertThat(fallow(set)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("attribute.h5: /g, attribute a: the value, " + number);
        assertThat(err.toString()).endsWith(", does not fit " + name + System.lineSeparator());
        assertThat(fallow("attr", "ls", file, "g")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "i4, 1.50e1, 15",
        "i4, 0e999999999, 0",
        "i8, -9223372036854775808, -9223372036854775808",
        "u8, 18446744073709551615, 18446744073709551615",
        "'', 1e-400, 0.0",
        "'', 0.1, 0.1",
        "'', 1e22, 1.0E22",
        "'', inf, Infinity",
        "f4, -Infinity, -Infinity",
        "f4, 16777217.0, 1.6777216E7",
        "f4, 16777216, 1.6777216E7",
        // half way between two numbers of 32 bits when rounded to 64 bits first
        "f4, 1.00000017881393432617187499, 1.0000001",
        "f8, 9007199254740992, 9.007199254740992E15",
        "f8, 9007199254740993.0, 9.007199254740992E15",
        "'', 9223372036854775808, 9.223372036854776E18"
    })
    void otherNumbersAreWritten(String type, String number, String printed) throws IOException {
        assertThat(fallow(create(type, number + "\n"))).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", "--csv", folder.resolve("file.h5"), "d")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().strip()).isEqualTo(printed);
    }

    @Test
    void theMemberIsNamed() throws IOException {
        Path table = Files.writeString(folder.resolve("data.csv"), "n,x\n1,0.5\n2,1e400\n");
        assertThat(fallow("create", folder.resolve("file.h5"), "/d", "--csv", table, "--header"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("file.h5: /d: element [1], member x, 1e400, does not fit float64");
    }

    /** Elements are written in parts. */
    @Test
    void theRowIsKnownInLaterParts() throws IOException {
        assertThat(fallow(create("i1", "1\n".repeat(70_000) + "300\n"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString())
                .contains("/d: element [4464], 300, does not fit int8 (element [0] is here row 65536 of the dataset)");
    }
}
