package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.spark.CountingFileSystem;
import dev.fallow.spark.TestSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests for a column of strings in ten files, as an object store would get them. */
class RequestsTest {
    private static final int FILES = 10;
    private static final int ROWS = 50_000;
    private static final int PIECE = 5_000;

    @TempDir
    static Path folder;

    private static long characters;

    /** Columns are appended in turns, so that the strings of one are in many places. */
    @BeforeAll
    static void makeFiles() throws Exception {
        Random random = new Random(11);
        for (int run = 0; run < FILES; run++) {
            try (ContainerFile file = ContainerFile.create(folder.resolve("run%d.h5".formatted(run)))) {
                DatasetOptions chunks =
                        DatasetOptions.defaults().withChunks(PIECE).withMaxDimensions(DatasetOptions.UNLIMITED);
                var name = file.root().createDataset("name", new String[0], chunks);
                var note = file.root().createDataset("note", new String[0], chunks);
                var id = file.root().createDataset("id", new long[0], chunks);
                for (int at = 0; at < ROWS; at += PIECE) {
                    String[] names = new String[PIECE];
                    String[] notes = new String[PIECE];
                    long[] ids = new long[PIECE];
                    for (int i = 0; i < PIECE; i++) {
                        names[i] = "n" + random.nextInt(1 << 20);
                        notes[i] = "x".repeat(random.nextInt(60)) + i;
                        ids[i] = at + i;
                        characters += names[i].length();
                    }
                    name.append(names);
                    note.append(notes);
                    id.append(ids);
                }
            }
        }
    }

    private static Dataset<Row> names() {
        return TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "/")
                .schema("name string")
                .load("store:" + folder);
    }

    /** Between the listing and the read: what is not the listed file is not read as if it were damaged. */
    @Test
    void aChangedFileIsNamed(@TempDir Path other) throws Exception {
        Fleet.make(other, 2);
        Dataset<Row> image = TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "image")
                .load("store:" + other);
        assertThat(image.count()).isEqualTo(240);
        Files.setLastModifiedTime(other.resolve("run0000.h5"), FileTime.fromMillis(1_000));
        assertThatThrownBy(image::collectAsList).hasStackTraceContaining("run0000.h5: the file has changed");
        Files.writeString(other.resolve("run0000.h5"), "no container");
        assertThatThrownBy(image::collectAsList).hasStackTraceContaining("run0000.h5: the file has changed");
    }

    @Test
    void stringsAreReadAhead() throws Exception {
        Dataset<Row> query = names().selectExpr("sum(length(name))", "count(*)");
        query.queryExecution().executedPlan(); // lists the files
        CountingFileSystem.reset();
        Row row = query.collectAsList().get(0);
        assertThat(row.getLong(0)).isEqualTo(characters);
        assertThat(row.getLong(1)).isEqualTo((long) FILES * ROWS);
        long length = 0;
        for (int run = 0; run < FILES; run++) {
            length += Files.size(folder.resolve("run%d.h5".formatted(run)));
        }
        assertThat(CountingFileSystem.states()).as("questions for the state").isEqualTo(FILES);
        assertThat(CountingFileSystem.reads()).as("requests").hasSizeLessThanOrEqualTo(4 * FILES);
        assertThat(CountingFileSystem.bytes()).as("bytes").isLessThanOrEqualTo(length + (1 << 20));
    }
}
