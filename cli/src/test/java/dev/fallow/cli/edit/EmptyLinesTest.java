package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Empty lines in comma-separated values, and empty strings of {@code cat --csv}. */
class EmptyLinesTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path csv(String text) throws IOException {
        return Files.writeString(folder.resolve("data.csv"), text.replace(";", "\n"));
    }

    private Path file() {
        return folder.resolve("file.h5");
    }

    private Object[] create(String csv, String options) throws IOException {
        Object[] start = {"create", file(), "/d", "--csv", csv(csv)};
        Object[] more = options.isEmpty() ? new Object[0] : options.split(" ");
        Object[] all = Arrays.copyOf(start, start.length + more.length);
        System.arraycopy(more, 0, all, start.length, more.length);
        return all;
    }

    private String values() {
        try (ContainerFile container = ContainerFile.openReadOnly(file())) {
            return Arrays.deepToString((Object[]) container.dataset("/d").read());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;;b; | '' | [a, , b]",
                "a;;b | '' | [a, , b]",
                "a;; | '' | [a, ]",
                "a;;; | '' | [a, , ]",
                ";a; | '' | [, a]",
                ";;a | '' | [, , a]",
                "\"\";a; | '' | [, a]",
                "a;\"\" | '' | [a, ]",
                "1;;2; | --type=string | [1, , 2]",
                "1;;2;; | --type=string[3] | [1, , 2, ]",
                "; | --type=string | []",
                ";; | --type=string | [, ]",
                "s;;a;; | --header | [{s=}, {s=a}, {s=}]"
            })
    void anEmptyLineIsAnEmptyString(String csv, String options, String values) throws IOException {
        for (String lineEnd : List.of("\n", "\r\n", "\r")) {
            Files.deleteIfExists(file());
            assertThat(fallow(create(csv.replace(";", lineEnd), options)))
                    .as(err.toString())
                    .isEqualTo(ExitCode.OK);
            assertThat(values()).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1;;2; | '' | line 2: expected an element of type int64",
                "1;2;;;3 | --type=f4 | line 3: expected an element of type float32",
                ";1 | '' | line 1: expected an element of type int64",
                "true;;false | '' | line 2: expected an element of type bool",
                "\"a;b\",1;;c,2; | '' | line 3: expected 2 cells",
                "n;1;;2 | --header | line 3: expected an element of type int64"
            })
    void anotherOneBetweenElementsIsRefused(String csv, String options, String message) throws IOException {
        for (String lineEnd : List.of("\n", "\r\n", "\r")) {
            assertThat(fallow(create(csv.replace(";", lineEnd), options))).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("data.csv, " + message + ", found an empty line");
            assertThat(file()).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;2;;", "1;2;;;;", "1;2"})
    void emptyLinesAtTheEndAreNoNumbers(String csv) throws IOException {
        assertThat(fallow(create(csv, "--type=i4"))).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", "--csv", file(), "d")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).containsExactly("1", "2");
    }

    @Test
    void whatCatPrintsIsCreatedAgain() throws IOException {
        Datatype row = Types.compound(Map.of("s", Types.string()));
        String[] texts = {"", "a", "", "b\n\n\"c\"", "\n", ""};
        Object[] rows = Arrays.stream(texts).map(text -> Map.of("s", text)).toArray();
        Path source = folder.resolve("source.h5");
        try (ContainerFile container = ContainerFile.create(source)) {
            container.root().createDataset("texts", texts);
            container.root().createDataset("empty", new String[] {"", ""});
            container.root().createDataset("rows", row, new long[] {texts.length}, rows, DatasetOptions.defaults());
        }
        for (String name : List.of("texts", "empty", "rows")) {
            Path csv = folder.resolve(name + ".csv");
            assertThat(fallow("cat", "--csv", source, name, "-o", csv)).isEqualTo(ExitCode.OK);
            assertThat(Files.readAllLines(csv))
                    .as("readers skip empty lines")
                    .startsWith(name.equals("rows") ? "s" : "\"\"");
            Object[] command = {"create", file(), name, "--csv", csv, "--header"};
            assertThat(fallow(name.equals("rows") ? command : Arrays.copyOf(command, 5)))
                    .as(err.toString())
                    .isEqualTo(ExitCode.OK);
            try (ContainerFile container = ContainerFile.openReadOnly(source);
                    ContainerFile copy = ContainerFile.openReadOnly(file())) {
                assertThat(copy.dataset(name).read())
                        .isEqualTo(container.dataset(name).read());
            }
        }
    }

    @Test
    void manyEmptyLinesAreWrittenInParts() throws IOException {
        assertThat(fallow(create("a" + ";".repeat(200_000) + "b", "")))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.openReadOnly(file())) {
            Object[] texts = (Object[]) container.dataset("/d").read();
            assertThat(texts).hasSize(200_001).startsWith("a", "").endsWith("", "b");
        }
    }
}
