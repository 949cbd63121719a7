package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Selection;
import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be read of tables that pandas, AnnData and netCDF store is named. */
class StoredTablesTest {
    @TempDir
    Path folder;

    /** A copy of a resource, which is changed. */
    private Path changed(String name, Consumer<ContainerFile> change) throws IOException {
        Path copy = folder.resolve(name);
        try (InputStream in = StoredTablesTest.class.getResourceAsStream("/tables/" + name)) {
            Files.copy(in, copy);
        }
        try (ContainerFile file = ContainerFile.open(copy)) {
            change.accept(file);
        }
        return copy;
    }

    private static Dataset<Row> read(Path path, String dataset, String columns) {
        return TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", dataset)
                .option("columns", columns)
                .load(path.toString());
    }

    @Test
    void pickledColumnsAreNamed() throws IOException {
        Path path = changed(
                "pandas-fixed.h5", file -> file.dataset("frame/block0_values").createAttribute("PSEUDOATOM", "object"));
        assertThatThrownBy(() -> read(path, "frame", ""))
                .hasMessageContaining("pandas-fixed.h5: /frame/block0_values: expected a column")
                .hasMessageContaining("found pickled Python objects (to_hdf with format=\"table\" stores strings");
        assertThat(read(path, "frame", "index, when").where("when is null").count())
                .isEqualTo(1);
    }

    @Test
    void levelsAreNamed() throws IOException {
        Path path = changed("pandas-fixed.h5", file -> {
            file.group("frame").deleteAttribute("axis1_variety");
            file.group("frame").createAttribute("axis1_variety", "multi");
        });
        assertThatThrownBy(() -> read(path, "frame", ""))
                .hasMessageContaining(
                        "/frame: expected axis1 of one level (reset_index makes columns of others), found multi");
    }

    @Test
    void sparseIndexesAreChecked() throws IOException {
        Path path = changed("anndata-sparse.h5ad", file -> {
            file.dataset("X/indices").write(Selection.block(new long[] {2}, new long[] {1}), new int[] {4});
            file.dataset("layers/columns/indptr").write(Selection.block(new long[] {1}, new long[] {1}), new int[] {5});
        });
        assertThatThrownBy(() -> read(path, "X", "").collectAsList())
                .hasStackTraceContaining("/X/indices: expected an index below 4, found 4");
        assertThatThrownBy(() -> read(path, "layers/columns", "").collectAsList())
                .hasStackTraceContaining("/layers/columns/indptr: expected numbers in order from 0 to 6, found others");
    }

    @Test
    void variablesHaveOneGrid() throws IOException {
        Path path = changed("grids.nc", file -> {});
        assertThatThrownBy(() -> read(path, "/", "t, line"))
                .hasMessageContaining(
                        "/line: expected dimensions [3, 4], as in t (the option columns selects datasets)");
        assertThat(read(path, "/", "t,p")
                        .where("y = 20.0 and x > 2")
                        .selectExpr("sum(p)")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[39.0]]");
    }
}
