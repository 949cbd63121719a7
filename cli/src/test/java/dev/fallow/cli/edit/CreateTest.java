package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fallow create}, from comma-separated values and from bytes. */
class CreateTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path csv(String text) throws IOException {
        return Files.writeString(folder.resolve("data.csv"), text, StandardCharsets.UTF_8);
    }

    private Path file() {
        return folder.resolve("file.h5");
    }

    private void create(Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "create";
        all[1] = file();
        all[2] = "/a/data";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        assertThat(fallow(all)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString() + err).isEmpty();
    }

    private String cat(Object... options) {
        Object[] all = new Object[options.length + 3];
        all[0] = "cat";
        all[1] = file();
        all[2] = "/a/data";
        System.arraycopy(options, 0, all, 3, options.length);
        assertThat(fallow(all)).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1;2;3 | int64 | (3,)",
                "1,2;3,4;5,6 | int64 | (3, 2)",
                "1,2.5;3,4 | float64 | (2, 2)",
                "1;NaN;-inf | float64 | (3,)",
                "true;false | bool | (2,)",
                "a;b;3 | utf8 string | (3,)",
                "a,1;b,2 | utf8 string | (2, 2)",
                "\"a,b\";\"c\"\"d\" | utf8 string | (2,)"
            })
    void csvWithoutAHeader(String text, String type, String shape) throws IOException {
        create("--csv", csv(text.replace(";", "\n") + "\n"));
        assertThat(fallow("ls", file(), "/a")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains(type + "  ", shape);
    }

    @Test
    void csvWithAHeaderIsACompound() throws IOException {
        String text = "n,x,name,ok\n1,0.5,first,true\n2,1e3,\"second, \"\"2\"\"\",false\n";
        create("--csv", csv(text), "--header");
        assertThat(cat("--csv")).isEqualTo(text.replace("1e3", "1000.0"));
        assertThat(cat("--json")).contains("\"type\" : \"compound{n int64, x float64, name utf8 string, ok bool}\"");
        Golden.check("create-csv.json", folder, out);
        Golden.check("create-csv.txt", folder, cat());
    }

    @Test
    void whatCatPrintsIsCreatedAgain() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append(i).append(',').append(-i).append(',').append(i % 7).append('\n');
        }
        create("--csv", csv(text.toString()), "--type", "int32", "--filter", "shuffle", "--filter", "deflate=1");
        assertThat(cat("--csv")).isEqualTo(text.toString());
        try (ContainerFile container = ContainerFile.openReadOnly(file())) {
            Dataset dataset = container.dataset("/a/data");
            assertThat(dataset.filters())
                    .containsExactly(
                            new FilterSetting(Filters.SHUFFLE, true, Integer.BYTES),
                            new FilterSetting(Filters.DEFLATE, true, 1));
            assertThat(dataset.chunkDimensions()).containsExactly(21_845, 3);
        }
    }

    @Test
    void chunksAndLimitsAreAsGiven() throws IOException {
        create("--csv", csv("1,2\n3,4\n"), "--chunk", "1,2", "--max-shape", "none,2");
        try (ContainerFile container = ContainerFile.openReadOnly(file())) {
            Dataset dataset = container.dataset("/a/data");
            assertThat(dataset.chunkDimensions()).containsExactly(1, 2);
            assertThat(dataset.maxDimensions()).containsExactly(-1, 2);
        }
    }

    @Test
    void otherDelimiters() throws IOException {
        create("--csv", csv("1;2\n3;4\n"), "--delimiter", ";");
        assertThat(cat()).isEqualTo("1 2\n3 4\n");
    }

    @Test
    void bytesAreElements() throws IOException {
        byte[] bytes = new byte[60];
        ByteBuffer.wrap(bytes).asShortBuffer().put(new short[] {1, -2, 300});
        Path raw = Files.write(folder.resolve("raw"), bytes);
        create("--raw", raw, "--type", ">i2", "--shape", "3,10");
        assertThat(cat("--json")).contains("\"int16 big-endian\"", "[ 3, 10 ]", "[ 1, -2, 300, 0,");
        Path again = folder.resolve("again");
        cat("--raw", "--output", again);
        assertThat(Files.readAllBytes(again)).isEqualTo(bytes);
        assertThat(fallow("create", file(), "/flat", "--raw", raw, "--type", "float32"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("ls", file(), "/flat")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("(15,)");
    }

    @Test
    void manyBytesAreCopiedInParts() throws IOException {
        byte[] bytes = new byte[20 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i >>> 12);
        }
        Path raw = Files.write(folder.resolve("raw"), bytes);
        create("--raw", raw, "--type", "uint8", "--shape", "2,10,1048576", "--chunk", "1,3,1000000");
        Path again = folder.resolve("again");
        cat("--raw", "-o", again);
        assertThat(Files.readAllBytes(again)).isEqualTo(bytes);
        fallow("cat", file(), "/a/data[1,2:4,::1000]", "--raw", "-o", folder.resolve("part"));
        byte[] part = Files.readAllBytes(folder.resolve("part"));
        assertThat(part).hasSize(2 * 1_049);
        assertThat(part[1_050]).isEqualTo(bytes[13 * 1_048_576 + 1_000]);
    }

    @Test
    void withoutASourceElementsAreZero() {
        create("--type", "float64", "--shape", "(2, 3)");
        assertThat(cat()).isEqualTo("0.0 0.0 0.0\n0.0 0.0 0.0\n");
        assertThat(fallow("create", file(), "/scalar", "--type", "int8", "--shape", "()"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("create", file(), "/growing", "--type", "int8", "--shape", "0,3", "--max-shape", "none,3"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("create", file(), "/texts", "--type", "string", "--shape", "2"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", file(), "/texts", "--json")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("[ \"\", \"\" ]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--type int8",
                "--shape 3",
                "--type int8 --shape none",
                "--type int8 --shape 3 --chunk 0",
                "--type int8 --shape 3 --chunk 1,2",
                "--type int8 --shape () --filter lzf",
                "--type int8 --shape 3 --filter deflate=10",
                "--type int8 --shape 3 --filter lzf=1",
                "--type int8 --shape 3 --filter nonsense",
                "--type int8 --shape 3 --max-shape 1",
                "--csv CSV --type int8",
                "--csv CSV --shape 2",
                "--csv CSV --header",
                "--csv EMPTY",
                "--csv UNEVEN",
                "--csv OPEN",
                "--csv CSV --raw CSV",
                "--csv MISSING",
                "--raw CSV --type string",
                "--raw CSV --type int64",
                "--raw CSV --type int8 --shape 5",
                "--raw CSV"
            })
    void whatIsWrongIsSaidAndLeavesNothing(String options) throws IOException {
        Files.writeString(folder.resolve("CSV"), "a,a\nb,300\n");
        Files.writeString(folder.resolve("EMPTY"), "\n");
        Files.writeString(folder.resolve("UNEVEN"), "1,2\n3\n");
        Files.writeString(folder.resolve("OPEN"), "\"1,2\n3\n");
        String[] words = options.split(" ");
        Object[] arguments = new Object[words.length + 3];
        arguments[0] = "create";
        arguments[1] = file();
        arguments[2] = "/a/data";
        for (int i = 0; i < words.length; i++) {
            arguments[i + 3] = words[i].matches("[A-Z]+") ? folder.resolve(words[i]) : words[i];
        }
        assertThat(fallow(arguments)).isBetween(ExitCode.USAGE, ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).isNotEmpty().doesNotContain("Exception");
        assertThat(file()).doesNotExist();
    }

    @Test
    void textHasToBeUtf8() throws IOException {
        Path csv = Files.write(folder.resolve("latin1.csv"), new byte[] {'a', (byte) 0xE9, '\n'});
        assertThat(fallow("create", file(), "/a", "--csv", csv)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("UTF-8");
        assertThat(fallow("create", file(), "/a", "--csv", folder.resolve("missing")))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("missing does not exist");
    }

    @Test
    void aFileThatExistsKeepsWhatItHas() throws IOException {
        create("--type", "int8", "--shape", "2");
        byte[] before = Files.readAllBytes(file());
        assertThat(fallow("create", file(), "/a/data", "--type", "int8", "--shape", "2"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/a/data exists");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        assertThat(fallow("create", file(), "/b", "--csv", csv("1\n2\n999\n"), "--type", "int8"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("999");
        assertThat(fallow("ls", "-r", file())).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("/b");
    }
}
