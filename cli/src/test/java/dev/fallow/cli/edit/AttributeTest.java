package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Attribute;
import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.Empty;
import dev.fallow.GroupOptions;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.ShapeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fallow attr} and {@code fallow mkdir}. */
class AttributeTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createDataset("data", new int[] {1, 2, 3});
            container.dataset("/data").createAttribute("units", "m/s\u001b[2J");
            container.dataset("/data").createAttribute("range", new double[] {-1.5, 1e300});
            container.dataset("/data").createAttribute("flag", true);
            container.dataset("/data").createAttribute("long", new int[5_000]);
            container.dataset("/data").createAttribute("null", new Empty(Types.integer(4)));
        }
    }

    /** As the help says. */
    @ParameterizedTest
    @CsvSource({"-5,-5", "-1.5e3,-1500.0", "-- -x,'\"-x\"'", "-- -5,-5"})
    void negativeNumbersAreValues(String words, String value) {
        List<Object> arguments = new ArrayList<>(List.of("attr", "set", file, "/data", "n"));
        arguments.addAll(List.of(words.split(" ")));
        assertThat(fallow(arguments.toArray())).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "get", file, "/data", "n")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().strip()).isEqualTo(value);
    }

    @Test
    void outputIsGolden() throws IOException {
        assertThat(fallow("attr", "ls", file, "/data")).as(err.toString()).isEqualTo(ExitCode.OK);
        Golden.check("attr-ls.txt", folder, out);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(fallow("attr", "get", file, "/data", "range")).isEqualTo(ExitCode.OK);
        Golden.check("attr-get.txt", folder, out);
        assertThat(fallow("attr", "get", "--json", file, "/data", "range")).isEqualTo(ExitCode.OK);
        Golden.check("attr-get.json", folder, out);
        assertThat(fallow("attr", "rm", file, "/data", "long")).isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "ls", "--json", file, "/data")).isEqualTo(ExitCode.OK);
        Golden.check("attr-ls.json", folder, out);
        assertThat(fallow("attr", "ls", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,z a m", "false,a m z"})
    void creationOrderIsShownWhereItIsTracked(boolean tracked, String order) {
        AttributeOptions options = AttributeOptions.defaults()
                .withCreationOrder(tracked ? CreationOrder.TRACKED : CreationOrder.UNTRACKED);
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("g", GroupOptions.defaults().withAttributes(options));
            List.of("z", "a", "m").forEach(name -> container.group("/g").createAttribute(name, 1));
        }
        assertThat(fallow("attr", "ls", "--creation-order", file, "/g")).isEqualTo(ExitCode.OK);
        assertThat(names()).isEqualTo(order);
        assertThat(fallow("attr", "ls", "--creation-order", "--json", file, "/g"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines().filter(line -> line.contains("\"name\"")))
                .extracting(line -> line.replaceAll(".*\"(.)\",?", "$1"))
                .containsExactly(order.split(" "));
        assertThat(fallow("attr", "ls", file, "/g")).isEqualTo(ExitCode.OK);
        assertThat(names()).as("by name").isEqualTo("a m z");
    }

    private String names() {
        return out.toString().lines().map(line -> line.substring(0, 1)).collect(Collectors.joining(" "));
    }

    /** A number of digits is a text where the attribute is one; a fixed length stays, as far as the text fits. */
    @ParameterizedTest
    @CsvSource({
        "free,007,utf8 string,007",
        "fixed,007,utf8 string of 4 bytes,007",
        "fixed,true,utf8 string of 4 bytes,true",
        "fixed,00007,utf8 string,00007",
        "number,007,int64,7"
    })
    void whatIsAStringStaysOne(String name, String value, String type, String stored) {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.dataset("/data").createAttribute("free", "serial");
            container.dataset("/data").createAttribute("fixed", Types.string(4), new long[0], "abcd");
            container.dataset("/data").createAttribute("number", "x");
            container.dataset("/data").putAttribute("number", 5);
        }
        assertThat(fallow("attr", "set", file, "/data", name, value))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/data").attribute(name).datatype()).hasToString(type);
            assertThat(container.dataset("/data").attribute(name).read())
                    .asString()
                    .isEqualTo(stored);
        }
        assertThat(fallow("attr", "set", "--type", "int64", file, "/data", name, "5"))
                .isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/data").attribute(name).datatype()).hasToString("int64");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5 | int64 | scalar | 5",
                "-- -5 | int64 | scalar | -5",
                "5 6 | int64 | (2,) | 5 6",
                "1.5 | float64 | scalar | 1.5",
                "1 NaN | float64 | (2,) | 1.0 NaN",
                "9223372036854775808 | float64 | scalar | 9.223372036854776E18",
                "true | bool | scalar | true",
                "true false | bool | (2,) | true false",
                "true 1 | utf8 string | (2,) | \"true\" \"1\"",
                "text | utf8 string | scalar | \"text\"",
                "[1,2] | int64 | (2,) | 1 2",
                "[[1,2],[3.5,4]] | float64 | (2, 2) | 1.0 2.0;3.5 4.0",
                "[\"a\",\"b\"] | utf8 string | (2,) | \"a\" \"b\"",
                "[] | utf8 string | (0,) | ``",
                "--type uint8 200 | uint8 | scalar | 200",
                "--type float32 0.1 | float32 | scalar | 0.1",
                "--type >i2 1 2 | int16 big-endian | (2,) | 1 2",
                "--type string 12 | utf8 string | scalar | \"12\"",
                "--type string[4] ab | utf8 string of 4 bytes | scalar | \"ab\"",
                "--type bool true | bool | scalar | true",
                "--type uint64 18446744073709551615 | uint64 | scalar | 18446744073709551615",
            })
    void setWritesWhatIsGiven(String value, String type, String shape, String printed) {
        Object[] arguments = value.startsWith("--type") ? typeFirst(value) : words(value);
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "get", file, "/data", "new")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().stripTrailing().replace("\n", ";")).isEqualTo(printed);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Attribute attribute = container.dataset("/data").attribute("new");
            assertThat(attribute.datatype()).hasToString(type);
            assertThat(ShapeText.of(attribute.dimensions())).isEqualTo(shape);
        }
    }

    private Object[] words(String value) {
        List<Object> arguments = new ArrayList<>(List.of("attr", "set", file, "/data", "new"));
        arguments.addAll(List.of(value.split(" ")));
        return arguments.toArray();
    }

    private Object[] typeFirst(String value) {
        String[] words = value.split(" ");
        Object[] arguments = new Object[words.length + 5];
        System.arraycopy(new Object[] {"attr", "set", "--type", words[1], file, "/data", "new"}, 0, arguments, 0, 7);
        System.arraycopy(words, 2, arguments, 7, words.length - 2);
        return arguments;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--type int8 300",
                "--type uint8 -- -1",
                "--type int32 1.5",
                "--type int32 x",
                "--type bool 1",
                "--type nonsense 1",
                "[[1,2],[3]]",
                "[[1],2]",
                "[1",
                "[1]]",
                "[{}]",
                "[null]"
            })
    void whatDoesNotFitIsRefused(String value) throws IOException {
        byte[] before = Files.readAllBytes(file);
        Object[] arguments = value.startsWith("--type")
                ? typeFirst(value)
                : new Object[] {"attr", "set", file, "/data", "new", value};
        assertThat(fallow(arguments)).isNotEqualTo(ExitCode.OK);
        assertThat(err.toString()).isNotEmpty();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void setReplaces() {
        assertThat(fallow("attr", "set", file, "/data", "units", "K")).isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "set", file, "/", "title", "new one")).isEqualTo(ExitCode.OK);
        assertThat(fallow("cat", file, "/data@units")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("\"K\"\n");
        assertThat(fallow("cat", file, "/@title")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("\"new one\"\n");
    }

    @Test
    void allAttributesAreDeletedOrNone() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("attr", "rm", file, "/data", "units", "nothing", "flag"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("nothing");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(fallow("attr", "rm", file, "/data", "units", "flag", "units"))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/data").attributeNames()).containsExactly("long", "null", "range");
        }
    }

    @Test
    void missingThingsAreErrors() {
        assertThat(fallow("attr")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("attr", "get", file, "/data", "nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("attr", "ls", file, "/nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("attr", "rm", file, "/data", "nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("attr", "set", file, "/data", "x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("VALUE");
    }

    @Test
    void mkdirCreatesGroups() {
        assertThat(fallow("mkdir", file, "/a", "/a/b")).isEqualTo(ExitCode.OK);
        assertThat(fallow("mkdir", file, "/a")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/a exists");
        assertThat(fallow("mkdir", file, "/c/d")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("mkdir", "-p", file, "/c/d/e", "/a")).isEqualTo(ExitCode.OK);
        assertThat(fallow("mkdir", "-p", file, "/data/x")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("tree", "--ascii", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .containsExactly(
                        "/", "|-- a", "|   `-- b", "|-- c", "|   `-- d", "|       `-- e", "`-- data  int32  (3,)");
    }
}
