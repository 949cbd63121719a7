package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.StoredChunkInfo;
import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One file of many is damaged, or is replaced between planning and reading: never rows that are not the listed file's. */
class OneOfManyTest {
    private static final int FILES = 100;
    private static final long ROWS = (long) Fleet.ROWS * Fleet.COLUMNS;

    @TempDir
    Path folder;

    private static Dataset<Row> image(String place, String... options) {
        var reader = TestSession.spark().read().format("hdf5").option("dataset", "image");
        for (int i = 0; i < options.length; i += 2) {
            reader = reader.option(options[i], options[i + 1]);
        }
        return reader.load(place);
    }

    private Path damaged(int number) throws IOException {
        Path file = folder.resolve("run%04d.h5".formatted(number));
        List<StoredChunkInfo> chunks = new ArrayList<>();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            container.dataset("image").forEachChunk(chunks::add);
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(chunks.get(0).address() + 1);
            bytes.write(new byte[] {-1, -1, -1});
        }
        return file;
    }

    @ParameterizedTest
    @CsvSource({"FAILFAST,-1", "PERMISSIVE,1", "DROPMALFORMED,0"})
    void aDamagedOne(String mode, int more) throws IOException {
        Fleet.make(folder, FILES);
        damaged(57);
        Dataset<Row> rows = image(folder.toString(), "mode", mode);
        if (more < 0) {
            assertThatThrownBy(rows::collectAsList)
                    .hasStackTraceContaining("run0057.h5: /image, chunk [0, 0] at address");
            return;
        }
        List<Row> found = rows.selectExpr("value", "_metadata.file_name").collectAsList();
        assertThat(found).hasSize((int) ((FILES - 1) * ROWS) + more);
        assertThat(found.stream()
                        .filter(row -> !row.isNullAt(0) && row.getString(1).equals("run0057.h5")))
                .isEmpty();
        assertThat(found.stream().filter(row -> row.isNullAt(0))).hasSize(more);
    }

    private enum Difference {
        LONGER,
        SHORTER,
        /** Of the same length. */
        LATER
    }

    /** Of another length with the time of the old one, or later; {@code store} is not asked for the state when it is opened. */
    @ParameterizedTest
    @CsvSource({"file:,LONGER", "file:,SHORTER", "file:,LATER", "store:,LONGER", "store:,SHORTER", "store:,LATER"})
    void aReplacedOne(String scheme, Difference difference) throws IOException {
        Fleet.make(folder, 3);
        String place = scheme + folder;
        Dataset<Row> all = image(place);
        Dataset<Row> limited = image(place).limit(5);
        Dataset<Row> filtered = image(place).where("value >= 0").limit(5);
        Dataset<Row> permissive = image(place, "mode", "PERMISSIVE").select("value", "_corrupt");
        assertThat(all.count()).isEqualTo(3 * ROWS);
        for (int run = 0; run < 3; run++) {
            replace(folder.resolve("run%04d.h5".formatted(run)), difference);
        }
        for (Dataset<Row> rows : List.of(all, limited, filtered)) {
            assertThatThrownBy(rows::collectAsList)
                    .hasStackTraceContaining(".h5: the file has changed since it was listed or opened");
        }
        if (scheme.equals("file:") || difference == Difference.SHORTER) {
            assertThat(permissive.collectAsList())
                    .hasSize(3)
                    .allMatch(row -> row.isNullAt(0) && row.getString(1).contains("the file has changed"));
        } else { // rows were passed on before that was known
            assertThatThrownBy(permissive::collectAsList).hasStackTraceContaining("the file has changed");
        }
    }

    /** Lets a file with other values take the place of one. */
    private void replace(Path file, Difference difference) throws IOException {
        long length = Files.size(file);
        long time = Files.getLastModifiedTime(file).toMillis();
        Path other = folder.resolve("_other");
        try (ContainerFile container = ContainerFile.create(other)) {
            float[][] image = new float[Fleet.ROWS][Fleet.COLUMNS];
            image[0][0] = 1e9f;
            container.root().createDataset("image", image);
        }
        try (RandomAccessFile bytes = new RandomAccessFile(other.toFile(), "rw")) {
            assertThat(bytes.length()).isLessThan(length);
            if (difference != Difference.SHORTER) { // what is behind the end of a container does not matter
                bytes.setLength(difference == Difference.LONGER ? length + 1 : length);
            }
        }
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(file, FileTime.fromMillis(difference == Difference.LATER ? time + 10_000 : time));
    }

    /** A file that is read in several parts, by other tasks than the one that planned them. */
    @Test
    void aReplacedOneInParts() throws IOException {
        Path large = folder.resolve("large.h5");
        try (ContainerFile container = ContainerFile.create(large)) {
            container.root().createDataset("image", new double[200_000]);
        }
        Dataset<Row> rows = image(large.toString(), "maxPartitionBytes", "200000");
        assertThat(rows.rdd().getNumPartitions()).isGreaterThan(2); // plans this query
        rows.queryExecution().toRdd().getNumPartitions();
        try (ContainerFile container = ContainerFile.create(folder.resolve("_other"))) {
            container.root().createDataset("image", new double[210_000]);
        }
        FileTime time = Files.getLastModifiedTime(large);
        Files.move(folder.resolve("_other"), large, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(large, time);
        assertThatThrownBy(rows::collectAsList).hasStackTraceContaining("large.h5: the file has changed");
    }
}
