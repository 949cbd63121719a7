package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.Filters;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code fallow info} says first: what is in a file. */
class FileKindTest extends CommandFrame {
    /** Files of other programs, which the integration tests have. */
    private static final Path WRITERS =
            Path.of(System.getProperty("basedir", "cli"), "..", "src", "test", "resources", "writers");

    @TempDir
    private Path folder;

    private String kind(Path file) {
        assertThat(fallow("info", "--quick", "--json", file)).as(err.toString()).isEqualTo(ExitCode.OK);
        String json = out.toString();
        assertThat(fallow("info", "--quick", file)).isEqualTo(ExitCode.OK);
        String kind = out.toString().lines().findFirst().orElseThrow().replaceFirst("kind +", "");
        assertThat(json.contains("\"kind\" : \"" + kind + "\"") || json.contains("\"kind\" : null"))
                .as(json)
                .isTrue();
        return kind;
    }

    static Stream<Arguments> marks() {
        return Stream.of(
                mark("NWB", root -> root.createAttribute("neurodata_type", "NWBFile")),
                mark("AnnData", root -> root.createAttribute("encoding-type", "anndata")),
                mark("NeXus", root -> root.createGroup("entry").createAttribute("NX_class", "NXentry")),
                mark("NeXus", root -> root.createAttribute("NX_class", new String[] {"NXroot"})),
                mark("Keras", root -> root.createAttribute("keras_version", "2.15.0")),
                mark("BigDataViewer", root -> {
                    root.createGroup("s00").createDataset("resolutions", new double[1][3]);
                    root.group("s00").createDataset("subdivisions", new int[1][3]);
                }),
                mark("netCDF-4", root -> root.createDataset("x", new int[3]).createAttribute("_Netcdf4Dimid", 0)),
                mark("a table of fallow-spark", root -> root.createAttribute("column-order", new String[] {"a"})),
                mark("HDF5, of no convention that has left a mark", root -> {
                    root.createGroup("layers").createGroup("dense");
                    root.createAttribute("encoding-type", "dataframe");
                    root.createAttribute("column-order", new String[] {"a"});
                    root.createAttribute("NX_class", 5);
                }));
    }

    private static Arguments mark(String kind, Consumer<Group> content) {
        return Arguments.of(kind, content);
    }

    @ParameterizedTest
    @MethodSource("marks")
    void aMarkTellsTheKind(String kind, Consumer<Group> content) {
        Path file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            content.accept(container.root());
        }
        assertThat(kind(file)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "netcdf4.nc,netCDF-4",
        "pandas.h5,pandas (PyTables)",
        "pytables.h5,PyTables",
        "keras-like.weights.h5,Keras",
        "matlab-like.mat,MATLAB v7.3",
        "h5py.h5,'HDF5, of no convention that has left a mark'"
    })
    void filesOfOtherProgramsAreTold(String name, String kind) {
        assertThat(kind(WRITERS.resolve(name))).isEqualTo(kind);
    }

    @Test
    void theLargestDatasetsAreToldWithTheirCompression() {
        Path file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group group = container.root().createGroups("a/b");
            for (int i = 1; i <= 8; i++) {
                group.createDataset("d" + i, new int[100 * i]);
            }
            group.createDataset(
                    "packed",
                    new int[100_000],
                    DatasetOptions.defaults().withChunks(10_000).withFilters(Filters.shuffle(), Filters.deflate(4)));
            container.root().createDataset("words", new String[] {"a word", "x".repeat(5_000)});
            container.root().createDataset("empty", new int[0]).createAttribute("long", "y".repeat(20_000));
        }
        assertThat(fallow("info", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("objects    3 groups, 11 datasets\n");
        assertThat(out.toString().lines().filter(line -> line.matches("(largest| {7}) +/.*")))
                .as("not /empty, whose attribute is long")
                .hasSize(4)
                .first()
                .asString()
                .matches("largest +/words .*utf8 string.*\\(2,\\).*");
        assertThat(out.toString()).containsPattern("/a/b/d8 +int32 +\\(800,\\) +3\\.1K");
        assertThat(fallow("info", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"dataset\" : 11", "\"path\" : \"/a/b/d8\"", "\"storedBytes\" : 3200");
        try (ContainerFile container = ContainerFile.open(file)) {
            container.delete("/words");
            for (int i = 1; i <= 8; i++) {
                container.delete("/a/b/d" + i);
            }
        }
        assertThat(fallow("info", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .containsPattern("largest +/a/b/packed +int32 +\\(100000,\\) .*shuffle\\+deflate-4 +\\d+\\.\\dx");
        assertThat(out.toString()).as("less than 1 MiB").doesNotContain("advice", "can be returned");
    }
}
