package dev.fallow.spark.write;

import dev.fallow.ContainerFile;
import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A session, and a folder that is written to. */
abstract class WriteFrame {
    static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = TestSession.spark();
    }

    Path target() {
        return folder.resolve("out");
    }

    void write(Dataset<Row> rows, String mode, Map<String, String> options) {
        rows.write().format("hdf5").mode(mode).options(options).save(target().toString());
    }

    void write(Dataset<Row> rows, String mode) {
        write(rows, mode, Map.of());
    }

    /** The names in the folder, hidden ones too, sorted. */
    List<Path> entries() throws IOException {
        if (!Files.exists(target())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(target())) {
            return all.sorted().toList();
        }
    }

    /** Opens each file, which must be a complete one. */
    void forEachFile(Consumer<ContainerFile> visitor) throws IOException {
        for (Path path : entries()) {
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                visitor.accept(file);
            }
        }
    }

    /** All values of a column of longs, sorted. */
    List<Long> longs(String dataset) throws IOException {
        List<Long> all = new ArrayList<>();
        forEachFile(file -> {
            for (long one : file.dataset(dataset).read(long[].class)) {
                all.add(one);
            }
        });
        all.sort(null);
        return all;
    }
}
