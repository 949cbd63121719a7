package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Hyperslab;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.type.Datatype;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ls}, {@code tree}, {@code attr} and {@code cat} call by name: targets of references, dimensions; and in which order. */
class NamesTest extends CommandFrame {
    private static final Path NETCDF =
            Path.of(System.getProperty("basedir", "cli"), "..", "src", "test", "resources", "writers", "netcdf4.nc");

    @TempDir
    private Path folder;

    private String run(Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString();
    }

    private void region(ContainerFile container, String name, Selection selection) {
        Dataset image = container.dataset("/images/raw");
        container.root().createAttribute(name, Types.regionReference(), new long[0], image.reference(selection));
    }

    @Test
    void referencesHaveTheNamesOfTheirTargets() {
        Path file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            Dataset image = root.createGroup("images").createDataset("raw", new int[20][30]);
            Reference lost = new Reference.ToObject(root.createGroup("gone").address());
            root.createDataset(
                    "objects",
                    Types.objectReference(),
                    new long[] {3},
                    new Object[] {image.reference(), root.reference(), null},
                    DatasetOptions.defaults());
            root.createAttribute("to", Types.objectReference(), new long[0], image.reference());
            root.createAttribute("lost", Types.objectReference(), new long[0], lost);
            region(container, "block", Selection.block(new long[] {0, 5}, new long[] {10, 1}));
            region(container, "points", Selection.points(new long[] {1, 2}, new long[] {3, 4}));
            region(
                    container,
                    "steps",
                    new Hyperslab(new long[] {2, 0}, new long[] {4, 1}, new long[] {3, 30}, new long[] {1, 1}));
            container.delete("/gone");
        }
        assertThat(run("attr", "ls", file))
                .containsPattern("to .*->/images/raw\n")
                .containsPattern("lost .*->\\d+\n")
                .containsPattern("block .*->/images/raw\\[0:10, 5]\n")
                .containsPattern("points .*->/images/raw\\[points \\(1, 2\\), \\(3, 4\\)]\n")
                .containsPattern("steps .*->/images/raw\\[2:11:4, 0:30]\n");
        assertThat(run("attr", "get", file, "/", "to")).isEqualTo("->/images/raw\n");
        assertThat(run("cat", file, "/objects")).isEqualTo("->/images/raw ->/ null\n");
        assertThat(run("tree", "-a", file)).contains("@block = ->/images/raw[0:10, 5]");
    }

    @Test
    void dimensionsHaveTheNamesOfTheirScalesAndLabels() {
        Path file = folder.resolve("a.h5");
        Datatype lists = Types.sequence(Types.objectReference());
        try (ContainerFile container = ContainerFile.create(file)) {
            Group group = container.root().createGroup("g");
            Dataset time = group.createDataset("time", new double[4]);
            time.createAttribute("CLASS", "DIMENSION_SCALE");
            Dataset scaled = group.createDataset("scaled", new int[4][3]);
            scaled.createAttribute("DIMENSION_LIST", lists, new long[] {2}, new Object[] {
                new Object[] {time.reference()}, new Object[0]
            });
            Dataset labelled = group.createDataset("labelled", new int[4][3]);
            labelled.createAttribute("DIMENSION_LABELS", new String[] {"", "colour"});
            group.createDataset("wrong", new int[4][3]).createAttribute("DIMENSION_LIST", 5);
        }
        assertThat(run("ls", file, "/g"))
                .contains("(time 4, 3)    /g/scaled", "(4, colour 3)  /g/labelled")
                .contains("(time 4,)      /g/time", "(4, 3)         /g/wrong");
        assertThat(run("tree", file)).contains("scaled  int32  (time 4, 3)");
        assertThat(run("ls", "--json", file, "/g")).contains("\"dimensions\" : [ \"time\", \"\" ]");
        assertThat(run("tree", "--json", file)).contains("\"dimensions\" : [ \"\", \"colour\" ]");
    }

    @Test
    void dimensionsOfNetcdfAreNamed() {
        assertThat(run("ls", "-r", NETCDF)).containsPattern("\\([a-z]+ \\d+, [a-z]+ \\d+");
    }

    @Test
    void entriesAreListedInTheOrderOfCreation() {
        Path file = folder.resolve("a.h5");
        GroupOptions tracked = GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED);
        try (ContainerFile container = ContainerFile.create(file, CreateOptions.defaults())) {
            Group group = container.root().createGroup("g", tracked);
            group.createDataset("z", 1);
            group.createGroup("m", tracked).createDataset("inner", 2);
            group.createSoftLink("a", "/g");
            group.createHardLink("again", "/g");
            container.root().createGroup("b");
        }
        List<String> names = run("ls", "-r", "--creation-order", file)
                .lines()
                .map(line -> line.replaceFirst(".* /", "/"))
                .toList();
        assertThat(names).containsExactly("/b", "/g", "/g/z", "/g/m", "/g/m/inner", "/g", "/g/again");
        assertThat(run("tree", "--creation-order", "--ascii", file))
                .containsSubsequence("b", "g", "z", "m", "inner", "a -> /g", "again");
        assertThat(run("ls", file, "/g")).containsSubsequence("/g/a ", "/g/again", "/g/m", "/g/z");
    }

    @Test
    void severalFilesAreListed() {
        Path a = folder.resolve("a.h5");
        Path b = folder.resolve("b.h5");
        for (Path file : List.of(a, b)) {
            try (ContainerFile container = ContainerFile.create(file)) {
                container.root().createGroup("g").createDataset("of " + file.getFileName(), 1);
            }
        }
        assertThat(run("ls", a, b, "/g/*")).isEqualTo("""
                %s:
                dataset  int32  scalar  /g/of a.h5

                %s:
                dataset  int32  scalar  /g/of b.h5
                """.formatted(a, b));
        assertThat(run("ls", "--json", a, b + "/g")).contains("\"file\" : \"" + a + "\"", "\"path\" : \"/g/of b.h5\"");
        assertThat(fallow("ls", a, "/nothing", b)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("only the last argument may be a path");
        assertThat(fallow("ls", a, b, "/g/of a.h5"))
                .as("the second has no such object")
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString()).contains("/g/of a.h5");
        assertThat(err.toString()).contains("b.h5");
    }
}
