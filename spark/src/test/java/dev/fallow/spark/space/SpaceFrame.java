package dev.fallow.spark.space;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fallow.cli.Fallow;
import dev.fallow.spark.TestSession;
import dev.fallow.spark.write.HeldFileSystem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A session, and a folder with files. */
abstract class SpaceFrame {
    static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = TestSession.spark();
    }

    DataFrameReader reader() {
        return spark.read()
                .format("hdf5-space")
                .option("fs." + HeldFileSystem.SCHEME + ".impl", HeldFileSystem.class.getName());
    }

    Dataset<Row> files(Path path) {
        return reader().load(path.toString());
    }

    /** As files on a file system that counts as remote. */
    static String held(Path path) {
        return HeldFileSystem.SCHEME + "://" + path;
    }

    static String uri(Path path) {
        return "file:" + path;
    }

    /** What the command prints with {@code --json}; null if it prints nothing. */
    static JsonNode fallow(Object... arguments) throws IOException {
        String[] texts =
                java.util.Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        StringWriter out = new StringWriter();
        Fallow.run(new PrintWriter(out), new PrintWriter(new StringWriter()), texts);
        return out.toString().isEmpty() ? null : new ObjectMapper().readTree(out.toString());
    }
}
