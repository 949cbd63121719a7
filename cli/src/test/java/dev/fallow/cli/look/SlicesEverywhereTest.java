package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Screen;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slices, which {@code cat}, {@code head} and {@code export} take alike, and what is said of paths that lead nowhere. */
class SlicesEverywhereTest extends CommandFrame {
    private static final int ROWS = 10;
    private static final int COLUMNS = 4;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            int[][] numbers = new int[ROWS][COLUMNS];
            for (int i = 0; i < ROWS * COLUMNS; i++) {
                numbers[i / COLUMNS][i % COLUMNS] = i;
            }
            container.root().createDataset("d", numbers).createAttribute("units", "m");
            container.root().createDataset("odd[0:2]", new int[] {7, 8, 9});
            container.root().createDataset("single", 5);
            Map<String, Datatype> members = new LinkedHashMap<>();
            members.put("time", FloatingPoint.FLOAT64);
            members.put("a member with a very long name", FixedPoint.INT32);
            members.put("another member with a very long name", FixedPoint.INT32);
            container.root().createDataset("ev", Types.compound(members), new long[] {3}, DatasetOptions.defaults());
            container.root().createGroup("group").createDataset("inner", new int[3]);
            container
                    .root()
                    .createDataset(
                            "sparse",
                            FixedPoint.INT32,
                            new long[] {1_000_000_000_000L, 8},
                            DatasetOptions.defaults()
                                    .withChunks(16, 4)
                                    .withMaxDimensions(-1, 8)
                                    .withFillValue(1))
                    .write(Selection.of("1000:1002, 1:7"), new int[][] {{2, 3, 4, 5, 6, 7}, {2, 3, 4, 5, 6, 7}});
        }
    }

    private String run(Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/d[2:4] | (2, 4) | 8 | 15 | 8",
                "/d[::3, 1] | (4,) | 1 | 37 | 4",
                "/d[1] | (4,) | 4 | 7 | 4",
                "/d[..., -1:] | (10, 1) | 3 | 39 | 10",
                "/d[5:5] | (0, 4) | none | none | 0",
                "/d[3, 2] | scalar | 14 | 14 | 1",
                "/odd[0:2] | (3,) | 7 | 9 | 3",
                "/odd[0:2][1:] | (2,) | 8 | 9 | 2",
                "/sparse[995:1005, ::3] | (10, 3) | 4 | 7 | 4",
                "/sparse[0:1000000000000] | (1000000000000, 8) max (None, 8) | 2 | 7 | 12",
            })
    void headIsAboutTheElementsOfTheSlice(String path, String shape, String least, String most, long numbers) {
        List<String> lines = run("head", file, path).lines().toList();
        assertThat(lines.get(0)).endsWith("  " + shape);
        assertThat(lines).contains("minimum   " + least, "maximum   " + most, "numbers   %,d".formatted(numbers));
        assertThat(run("head", file + path)).as("behind the file").startsWith(lines.get(0));
    }

    @Test
    void headShowsTheFirstRowsOfTheSlice() {
        assertThat(run("head", "--quick", "-n", "2", file, "/d[::4,::2]")).isEqualTo("/d  int32  (3, 2)\n0 2\n16 18\n");
        assertThat(run("head", "--json", file, "/d[4:,1]")).contains("\"shape\" : [ 6 ]", "\"count\" : 6");
    }

    @Test
    void exportWritesTheElementsOfTheSlice() {
        assertThat(run("export", file, "/d[1:3,1]", "-")).isEqualTo("5\n9\n");
        assertThat(run("export", file + "/d[1:3,:2]", "-")).isEqualTo("4,5\n8,9\n");
        Path array = folder.resolve("part.npy");
        assertThat(run("export", "--json", file, "/d[::3,1:]", array)).contains("\"shape\" : [ 4, 3 ]");
        Path other = folder.resolve("other.h5");
        run("import", other, "/d", array);
        assertThat(run("cat", "--csv", other, "/d")).isEqualTo(run("cat", "--csv", file, "/d[::3,1:]"));
        run("export", file, "/d[3,2]", folder.resolve("scalar.npy"));
        run("import", other, "/scalar", folder.resolve("scalar.npy"));
        assertThat(run("cat", other, "/scalar")).isEqualTo("14\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/d[0:2 | there is no /d[0:2; a slice ends with ]",
                "/d[99] | /d: slice [99]: index 99 of dimension 0, which has 10 elements",
                "/d[0,0,0] | /d: slice [0,0,0]: 3 dimensions, the dataset has 2",
                "/d[x] | /d: slice [x]: expected a number, found \"x\"",
                "/single[0] | /single: a slice of something without dimensions",
                "/ev[0].time | a slice ends the path: members are not selected",
                "/ev.time | time is a member of /ev: members are not selected",
                "/D | there is no /D; there is /d",
                "/grup/inner | there is no /grup",
                "/group/iner | there is no /group/iner; there is /group/inner",
                "/group/innre | there is /group/inner",
            })
    void whatIsWrongWithAPathIsSaidAlike(String path, String problem) {
        for (String verb : List.of("cat", "head", "export")) {
            Object[] words = verb.equals("export")
                    ? new Object[] {verb, file, path, folder.resolve("no.npy")}
                    : new Object[] {verb, file, path};
            assertThat(fallow(words)).as(verb).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString())
                    .as(verb)
                    .startsWith("fallow: " + file + ": ")
                    .contains(problem);
            assertThat(err.toString().lines()).hasSize(1);
        }
        assertThat(folder.resolve("no.npy")).doesNotExist();
    }

    @Test
    void otherVerbsTellOfSimilarNamesToo() {
        for (String words : List.of("ls FILE /Group", "tree FILE /Group", "find FILE /Group", "attr ls FILE /Group")) {
            Object[] arguments = words.replace("FILE", file.toString()).split(" ");
            assertThat(fallow(arguments)).as(words).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).as(words).contains("no /Group; there is /group");
        }
        assertThat(fallow("cat", file, "/group")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).as("it is there").doesNotContain("there is");
        assertThat(fallow("cat", file, "/nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("there is no /nothing").doesNotContain(";");
    }

    @Test
    void onlyDatasetsHaveAHead() {
        assertThat(run("cat", file, "/d@units")).isEqualTo("\"m\"\n");
        assertThat(fallow("head", file, "/d@units")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/d@units is an attribute; expected a dataset");
    }

    @Test
    void namesOfAttributesMayHaveAnAt() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.dataset("/d").createAttribute("a@b", new int[] {4, 5});
        }
        assertThat(run("cat", file, "/d@a@b")).isEqualTo("4 5\n");
        assertThat(run("cat", file, "/d@a@b[1]")).isEqualTo("5\n");
        assertThat(fallow("cat", file, "/d@a@c")).isEqualTo(ExitCode.CANNOT_OPEN);
    }

    @Test
    void exportSaysWhatIsMissing() {
        for (String words : List.of("export FILE", "export FILE /d", "export FILE/d")) {
            Object[] arguments = words.replace("FILE", file.toString()).split(" ");
            assertThat(fallow(arguments)).as(words).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString().lines())
                    .as(words)
                    .containsExactly("fallow: missing: OUT", "usage: fallow export [OPTION...] FILE [PATH] OUT");
        }
    }

    /** If types leave room: shapes and paths are never shortened. */
    @Test
    void linesFit() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.delete("/sparse");
        }
        String type = "compound{time float64, a member with a very long name int32";
        for (String words :
                List.of("ls FILE", "ls -l FILE", "ls -lr FILE", "find -l FILE", "head FILE /ev", "tree FILE")) {
            Object[] arguments = words.replace("FILE", file.toString()).split(" ");
            String printed = run(arguments);
            assertThat(printed.lines()).as(words).allMatch(line -> line.length() <= Screen.width());
            assertThat(printed).as(words).contains("compound{", "...");
        }
        assertThat(run("ls", "--json", file)).contains(type);
    }
}
