package dev.fallow.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.apache.spark.sql.SparkSession;

/** The session of all tests of the module: starting one takes seconds. It ends with the virtual machine. */
public final class TestSession {
    /** Attempts of a task. */
    public static final int ATTEMPTS = 2;

    private static SparkSession session;

    private TestSession() {}

    /** The session, with two threads. */
    public static synchronized SparkSession spark() {
        if (session == null) {
            session = SparkSession.builder()
                    .master("local[2," + ATTEMPTS + "]")
                    .config("spark.ui.enabled", false)
                    .config("spark.sql.codegen.wholeStage", false) // compiling each query takes longer than running it
                    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                    .config("spark.sql.shuffle.partitions", 2)
                    .config("spark.sql.session.timeZone", "UTC")
                    .config("spark.sql.warehouse.dir", folder())
                    .config("spark.hadoop.fs.counted.impl", CountingFileSystem.class.getName())
                    .config("spark.hadoop.fs.store.impl", CountingFileSystem.Store.class.getName())
                    .getOrCreate();
        }
        return session;
    }

    private static String folder() {
        try {
            return Files.createTempDirectory("fallow-warehouse").toUri().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
