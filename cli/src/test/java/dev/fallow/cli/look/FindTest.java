package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fallow find}. */
class FindTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("sample.h5");
        Sample.write(file);
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createAttribute("experiment", 7);
            container.group("/run1").createAttribute("CLASS", "IMAGE");
            container.group("/run1").createAttribute("number", new int[] {3, 12});
            container.dataset("/run1/series").createAttribute("number", 12.5);
            container.dataset("/run1/series").createAttribute("valid", true);
        }
    }

    private List<String> find(String arguments) {
        List<Object> all = new ArrayList<>(List.of("find", file));
        all.addAll(List.of(arguments.split(" ")));
        assertThat(fallow(all.toArray())).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString().lines().toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--name s* | /run1/series /same /types/sensor /types/sensors /types/small",
                "--name sensor? | /types/sensors",
                "--name [!a-t]* | /view",
                "--kind group | /run1 /run1/empty /types",
                "--kind soft-link,external-link | /latest /nowhere /other",
                "--kind datatype --name * | /types/sensor",
                "--type int* | /run1/image /types/missing /types/small /view",
                "--type compound* | /types/sensor /types/sensors",
                "--type int32 --shape 20,* | /run1/image /view",
                "--shape (20,30) | /run1/image /view",
                "--shape ...,30 | /run1/image /view",
                "--shape *,*,... | /run1/image /view",
                "--shape 20,...,20,30 | ''",
                "--shape (2,) | /types/bool /types/fixed /types/sensors",
                "--shape scalar | /run1/label",
                "--shape null | /types/missing",
                "--min-size 2401 | /run1/series /same",
                "--min-size 2400 --max-size 2k | ''",
                "--min-size 2400 --max-size 3k | /run1/image /view",
                "--max-size 6 --kind dataset | /types/bool /types/missing /types/small",
                "--attribute units | /run1/image",
                "--attribute units=c* | /run1/image",
                "--attribute units=metres | ''",
                "--attribute number=12 | /run1",
                "--attribute number=12.50 | /run1/series /same",
                "--attribute number=0 | ''",
                "--attribute experiment=7 | /",
                "--attribute experiment --name run1 | ''",
                "/run1 --attribute number | /run1 /run1/series",
                "--attribute valid=true --attribute number | /run1/series /same",
                "/types --type bool | /types/bool",
                "/run1 --kind group | /run1/empty",
            })
    void whatIsAskedForIsFound(String arguments, String found) {
        List<String> expected = found.isEmpty() ? List.of() : List.of(found.split(" "));
        assertThat(find(arguments)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(fallow("find", file, "--json")).isEqualTo(ExitCode.OK);
    }

    @Test
    void linesAndJson() throws IOException {
        find("-l --name s*");
        Golden.check("find-long.txt", folder, out);
        find("--json --type int32");
        Golden.check("find.json", folder, out);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--name [z-a]",
                "--shape 3,x",
                "--shape ...,3,...",
                "--kind thing",
                "--attribute =3",
                "--min-size x",
            })
    void whatIsNotUnderstoodIsAUsageError(String arguments) {
        String[] words = arguments.split(" ");
        assertThat(fallow("find", file, words[0], words[1])).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(words[1].replace("=3", "NAME"));
    }

    @Test
    void aGroupThatDoesNotExistIsAnError() {
        assertThat(fallow("find", file, "/nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/nothing");
    }

    @Test
    void namesAreEscaped() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("a\u001b[2Jb");
        }
        assertThat(find("--name a*b")).containsExactly("/a\\x1b[2Jb");
    }

    /** What cannot be read is said, and the others are found. */
    @Test
    void aDamagedObjectIsAFinding() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            bytes[(int) container.dataset("/types/small").address() + 9] ^= 1;
        }
        Files.write(file, bytes);
        assertThat(fallow("find", file, "--type", "int*")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString().lines()).contains("/run1/image").doesNotContain("/types/small");
        assertThat(err.toString()).startsWith("fallow: /types/small cannot be compared: ");
    }
}
