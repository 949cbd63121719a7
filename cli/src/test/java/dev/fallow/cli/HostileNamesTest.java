package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.TerminalWriter;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Hostile names: the output on a terminal, and in JSON. */
class HostileNamesTest {
    private static final List<String> NAMES = List.of(
            "\u001b[31mred\u001b[0m",
            "\u001b]0;title\u0007",
            "line\ngroup     forged",
            "over\rwritten",
            "tab\tback\b\u007f",
            "\u009b31m\u0085",
            "\u202egnp.exe",
            "\u2066isolated\u2069\u200e\u200f\u061c",
            "\u2028\u2029",
            "zero\u200bwidth\ufeff",
            "bytes\udcff\udcfe",
            "backslash\\x1b\\",
            "é漢\ud83d\udc4d");

    @TempDir
    private Path folder;

    private Path file;
    private byte[] out = {};
    private byte[] err = {};

    @BeforeEach
    void nameFile() {
        file = folder.resolve("file.h5");
    }

    private void write(FileFormat format) {
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withFormat(format))) {
            Group root = container.root();
            for (int i = 0; i < NAMES.size(); i++) {
                String name = NAMES.get(i);
                Group group = root.createGroup(name);
                group.createDataset("data" + name, new int[] {i});
                group.createAttribute("attribute" + name, name);
                group.createSoftLink("soft" + name, "/target" + name);
                group.createExternalLink("external" + name, "file" + name, "/path" + name);
                Enumeration type = Enumeration.of(FixedPoint.INT8, Map.of("member" + name, 1L));
                group.commitDatatype("type" + name, type);
                group.createDataset("members" + name, type, new long[] {1}, new byte[] {1}, DatasetOptions.defaults());
            }
        }
    }

    private int fallow(Object... arguments) {
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        String[] strings = new String[arguments.length];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = arguments[i].toString();
        }
        int code = Fallow.run(
                new PrintWriter(outBytes, true, StandardCharsets.UTF_8),
                new PrintWriter(errBytes, true, StandardCharsets.UTF_8),
                strings);
        out = outBytes.toByteArray();
        err = errBytes.toByteArray();
        return code;
    }

    /** Checks that output for a terminal contains no control sequences. Does not use the class under test. */
    private static String terminal(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
        assertThat(text).doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]");
        assertThat(text)
                .doesNotContainPattern(
                        "[\\u202a-\\u202e\\u2066-\\u2069\\u200b-\\u200f\\u061c\\u2028\\u2029\\ufeff\\ufffd]");
        return text;
    }

    private void assertSafe() {
        terminal(out);
        terminal(err);
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void listingsHaveOneLineForEachObject(FileFormat format) {
        write(format);
        assertThat(fallow("ls", file)).isEqualTo(ExitCode.OK);
        assertThat(terminal(out).lines()).hasSize(NAMES.size());
        assertThat(terminal(out))
                .contains("/\\x1b[31mred\\x1b[0m\n", "/\\x1b]0;title\\x07\n", "/over\\rwritten\n")
                .contains("/bytes\\xff\\xfe\n", "/backslash\\\\x1b\\\\\n", "/é漢\ud83d\udc4d\n");
        assertThat(fallow("ls", "-r", file)).isEqualTo(ExitCode.OK);
        assertThat(terminal(out).lines()).hasSize(NAMES.size() * 6);
        assertThat(terminal(out)).contains("/soft\\x1b[31mred\\x1b[0m -> /target\\x1b[31mred\\x1b[0m\n");
        for (String name : NAMES) {
            assertThat(fallow("ls", file, "/" + name)).isEqualTo(ExitCode.OK);
            assertSafe();
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void jsonIsExactAndSafe(FileFormat format) throws IOException {
        write(format);
        assertThat(fallow("ls", "-r", "--json", file)).isEqualTo(ExitCode.OK);
        assertSafe();
        List<String> expected = new ArrayList<>();
        List<String> targets = new ArrayList<>();
        for (String name : NAMES) {
            expected.add("/" + name);
            for (String kind : List.of("data", "soft", "external", "type", "members")) {
                expected.add("/" + name + "/" + kind + name);
            }
            targets.add("/target" + name);
            targets.add("file" + name + ":/path" + name);
        }
        assertThat(strings("path")).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(strings("target")).containsExactlyInAnyOrderElementsOf(targets);
        assertThat(new String(out, StandardCharsets.UTF_8))
                .as("letters are readable")
                .contains("é漢\\ud83d\\udc4d");
    }

    private List<String> strings(String field) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(new String(out, StandardCharsets.UTF_8))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && field.equals(parser.currentName())) {
                    values.add(parser.getText());
                }
            }
        }
        return values;
    }

    /** Trees, values and differences have names and texts of the file in them, and one line for each. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void whatIsInAFileIsShownSafely(FileFormat format) throws IOException {
        write(format);
        Path other = folder.resolve("other.h5");
        ContainerFile.create(other).close();
        for (List<String> options : List.<List<String>>of(List.of(), List.of("--json"))) {
            for (List<Object> arguments : List.<List<Object>>of(
                    List.of("tree", "-a", file), List.of("ls", "-rl", file), List.of("ls", file, "/**/members*"))) {
                List<Object> all = new ArrayList<>(arguments);
                if (!(options.contains("--json") && all.contains("-a"))) {
                    all.addAll(options);
                }
                assertThat(fallow(all.toArray())).as("%s", all).isEqualTo(ExitCode.OK);
                assertSafe();
            }
            List<Object> diff = new ArrayList<>(List.of("diff", file, other));
            diff.addAll(options);
            assertThat(fallow(diff.toArray())).isEqualTo(ExitCode.FINDINGS);
            assertSafe();
        }
        assertThat(fallow("tree", "-a", file)).isEqualTo(ExitCode.OK);
        assertThat(terminal(out).lines()).hasSize(1 + NAMES.size() * 7);
        assertThat(fallow("diff", file, other)).isEqualTo(ExitCode.FINDINGS);
        assertThat(terminal(out).lines()).hasSize(NAMES.size());
        for (String name : NAMES) {
            String group = "/" + name;
            for (List<Object> arguments : List.<List<Object>>of(
                    List.of("attr", "ls", file, group),
                    List.of("attr", "get", file, group, "attribute" + name),
                    List.of("attr", "get", "--json", file, group, "attribute" + name),
                    List.of("attr", "ls", "--json", file, group),
                    List.of("cat", file, group + "@attribute" + name),
                    List.of("cat", "--json", file, group + "@attribute" + name),
                    List.of("cat", file, group + "/members" + name),
                    List.of("cat", "--json", file, group + "/members" + name),
                    List.of("diff", file, file, group),
                    List.of("mkdir", file, group + "/new" + name),
                    List.of("attr", "set", file, group, "new" + name, name),
                    List.of("attr", "rm", file, group, "new" + name))) {
                assertThat(fallow(arguments.toArray()))
                        .as("%s %s", arguments, err)
                        .isEqualTo(ExitCode.OK);
                assertSafe();
            }
            assertThat(fallow("cat", "--csv", file, group + "/members" + name))
                    .isEqualTo(name.contains("\udcff") ? ExitCode.CANNOT_OPEN : ExitCode.OK);
            terminal(err);
            terminal(new String(out, StandardCharsets.UTF_8).replace('\t', ' ').getBytes(StandardCharsets.UTF_8));
            for (List<Object> arguments : List.<List<Object>>of(
                    List.of("attr", "get", file, group, "missing" + name),
                    List.of("cat", file, group + "@missing" + name),
                    List.of("tree", file, "/missing" + name),
                    List.of("mkdir", file, group),
                    List.of("ls", file, group + "/x*" + name),
                    List.of("diff", file, other, group))) {
                assertThat(fallow(arguments.toArray())).as("%s", arguments).isNotEqualTo(ExitCode.OK);
                assertThat(terminal(err).lines()).as("%s", arguments).hasSize(1);
            }
            for (List<Object> arguments : List.<List<Object>>of(
                    List.of("create", file, "/c", "--type", name),
                    List.of("create", file, "/c", "--filter", name),
                    List.of("create", file, "/c", "--shape", name),
                    List.of("create", file, "/c", "--csv", name),
                    List.of("attr", name, file),
                    List.of("attr", "set", file, "/", "a", "--type", "int8", name))) {
                assertThat(fallow(arguments.toArray())).as("%s", arguments).isNotEqualTo(ExitCode.OK);
                assertSafe();
            }
        }
    }

    @Test
    void editsAndTheirErrorsAreSafe() {
        write(FileFormat.LATEST);
        for (String name : NAMES) {
            assertThat(fallow("rm", file, "/missing" + name)).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
            assertThat(fallow("ls", file, "/missing" + name)).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
            assertThat(fallow("mv", file, "/" + name, "/" + name + "/inside")).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
            assertThat(fallow("cp", file, "/" + name, "/" + name)).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
            assertThat(fallow("ln", file, "/missing" + name, "/link")).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
            assertThat(fallow("ls", file, "/" + name + "/soft" + name)).isEqualTo(ExitCode.OK);
            assertThat(terminal(out).lines()).hasSize(1);
            assertThat(fallow("ls", file, "/" + name + "/external" + name)).isEqualTo(ExitCode.OK);
            assertThat(terminal(out).lines()).hasSize(1);
            assertThat(fallow("rm", file, "/" + name)).isEqualTo(ExitCode.OK);
            assertSafe();
        }
    }

    @Test
    void findingsAreSafe() throws IOException {
        write(FileFormat.LATEST);
        byte[] bytes = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (String name : NAMES) {
                long address = container.group(name).dataset("data" + name).address();
                bytes[(int) address + 9] ^= 1; // makes its checksum wrong
            }
        }
        Files.write(file, bytes);
        for (String command : List.of("why", "holes", "map")) {
            for (String json : List.of("--json", "")) {
                List<Object> all = new ArrayList<>(List.of(command, file, json));
                all.remove("");
                assertThat(fallow(all.toArray())).isEqualTo(ExitCode.FINDINGS);
                assertSafe();
            }
        }
        for (String command : List.of("ls", "space")) {
            List<String> arguments = command.equals("ls") ? List.of("ls", "-r") : List.of("space");
            List<Object> all = new ArrayList<>(arguments);
            all.add(file);
            assertThat(fallow(all.toArray())).isEqualTo(ExitCode.FINDINGS);
            assertThat(terminal(out)).contains("checksum", "\\x1b]0;title\\x07");
            all.add("--json");
            assertThat(fallow(all.toArray())).isEqualTo(ExitCode.FINDINGS);
            assertSafe();
        }
        assertThat(fallow("reclaim", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertSafe();
        for (List<Object> arguments :
                List.<List<Object>>of(List.of("shrink", file), List.of("shrink", "--json", file))) {
            assertThat(fallow(arguments.toArray())).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(out)).contains("hindrance", "checksum", "rwritten");
            assertThat(terminal(err)).contains("fallow: ", file.toString(), "checksum");
            assertSafe();
        }
        assertThat(fallow("info", file)).isEqualTo(ExitCode.FINDINGS);
        assertSafe();
    }

    @Test
    void hostileArgumentsAreRepeatedSafely() {
        write(FileFormat.LATEST);
        for (String name : NAMES) {
            for (List<String> arguments : List.of(
                    List.of(name),
                    List.of("ls"),
                    List.of("ls", "--" + name),
                    List.of("ls", file.toString(), "/", name),
                    List.of("ls", "\0" + name),
                    List.of("replay", "--backend", name, file.toString()),
                    List.of("replay", "--strategy", name, file.toString()),
                    List.of("bench", name, "1", "file"),
                    List.of("bench", "groups", name, "file"),
                    List.of("ln", "-s", "-e", name, file.toString(), name, name),
                    List.of("help", name))) {
                assertThat(fallow(arguments.toArray())).as("%s", arguments).isNotEqualTo(ExitCode.OK);
                assertThat(err).as("%s", arguments).isNotEmpty();
                assertSafe();
            }
        }
    }

    @Test
    void namesOfFilesAreSafe() throws IOException {
        assumeTrue(File.separatorChar == '/', "file names may have control characters");
        Path hostile = folder.resolve("\u001b]0;title\u0007\nforged\r\t.h5");
        for (List<String> arguments : List.of(
                List.of("ls"),
                List.of("space"),
                List.of("why"),
                List.of("holes"),
                List.of("map"),
                List.of("info"),
                List.of("recover"),
                List.of("reclaim"),
                List.of("shrink"),
                List.of("shrink", "--dry-run"),
                List.of("upgrade"),
                List.of("replay"))) {
            List<Object> all = new ArrayList<>(arguments);
            all.add(hostile);
            assertThat(fallow(all.toArray())).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(terminal(err).lines()).hasSize(1);
        }
        assertThat(fallow("tour", hostile)).isEqualTo(ExitCode.OK);
        assertThat(terminal(out)).contains("h5dump -H " + folder + "/\\x1b]0;title\\x07\\nforged\\r\\t.h5\n");
        assertThat(fallow("tour", hostile)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(terminal(err).lines()).hasSize(1);
        Files.writeString(hostile.resolveSibling(hostile.getFileName() + ".fallow-journal"), "not a journal");
        for (String command : List.of("info", "recover", "reclaim", "shrink", "space", "why", "holes", "map", "ls")) {
            fallow(command, hostile);
            assertSafe();
        }
    }

    @Test
    void aLongNameIsShortInAnError() {
        write(FileFormat.LATEST);
        assertThat(fallow("rm", file, "/" + "x".repeat(60_000))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(terminal(err)).contains("characters left out").hasSizeLessThan(2_000);
    }

    @Test
    void theTerminalWriterStopsWhatACommandForgot() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintWriter writer =
                new PrintWriter(new TerminalWriter(new PrintWriter(bytes, true, StandardCharsets.UTF_8)), true);
        writer.println("a\u001b[2J\u009b\u202eb é\ud83d\udc4d");
        writer.write('\u0007');
        writer.write(new char[] {'x', '\r', 'y', 'z'}, 0, 3);
        writer.printf("%s%n", "\u007f");
        assertThat(bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"))
                .isEqualTo("a\\x1b[2J\\u009b\\u202eb é\ud83d\udc4d\n\\x07x\\ry\\x7f\n");
    }

    @Test
    void theCompletionScriptIsNotChanged() {
        assertThat(fallow("completion", "bash")).isEqualTo(ExitCode.OK);
        CommandLine command = Fallow.command();
        assertThat(new String(out, StandardCharsets.UTF_8)).isEqualTo(AutoComplete.bash("fallow", command) + "\n");
    }
}
