package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.OpenOptions;
import dev.fallow.Types;
import dev.fallow.internal.open.ContainerCreator;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that are appended to chunks without filters are written once. */
class AppendedRowsTest {
    private static final int COLUMNS = 8;
    private static final int CHUNK = 1_024;
    private static final int ROWS = 1_000;

    private static ContainerFile create(RecordedMedium medium) throws IOException {
        return Containers.of(ContainerCreator.createIn(
                medium.container(), medium.journal(), "appended", CreateOptions.defaults(), false));
    }

    private static Dataset dataset(ContainerFile file, double fill) {
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(CHUNK, COLUMNS)
                .withMaxDimensions(DatasetOptions.UNLIMITED, COLUMNS);
        return file.root()
                .createDataset(
                        "d",
                        Types.floatingPoint(Double.BYTES),
                        new long[] {0, COLUMNS},
                        fill == 0 ? options : options.withFillValue(fill));
    }

    private static double[] rows(int from) {
        double[] rows = new double[ROWS * COLUMNS];
        Arrays.setAll(rows, i -> from * COLUMNS + i + 0.5);
        return rows;
    }

    @Test
    void noByteIsWrittenTwiceAndNoChunkInAdvance() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        int appends = 20;
        try (ContainerFile file = create(medium)) {
            Dataset dataset = dataset(file, 0);
            file.flush();
            int before = medium.count();
            for (int i = 0; i < appends; i++) {
                dataset.append(rows(i * ROWS));
            }
            long bytes = medium.events().subList(before, medium.count()).stream()
                    .mapToLong(event -> ((RecordedMedium.Write) event).bytes().length)
                    .sum();
            assertThat(bytes).isEqualTo((long) appends * ROWS * COLUMNS * Double.BYTES);
            assertThat(medium.count() - before).as("writes").isLessThanOrEqualTo(2 * appends);
        }
        try (ContainerFile file = ContainerFile.openBytes(medium.now().container(), OpenOptions.defaults())) {
            double[] all = file.dataset("d").read(double[].class);
            assertThat(all).hasSize(appends * ROWS * COLUMNS);
            for (int i = 0; i < all.length; i++) {
                assertThat(all[i]).isEqualTo(i + 0.5);
            }
        }
    }

    /** The new chunk is at the end of the file, or where a deleted dataset was. */
    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "7, false", "7, true"})
    void theRestOfTheChunkHasTheFillValue(double fill, boolean whereOthersWere) throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        try (ContainerFile file = create(medium)) {
            Dataset dataset = dataset(file, fill);
            if (whereOthersWere) {
                double[] others = new double[CHUNK * COLUMNS];
                Arrays.fill(others, -1);
                file.root().createDataset("others", others);
                file.root().createDataset("end", new double[100]);
                file.flush();
                file.delete("others");
                file.flush();
            }
            long end = medium.now().container().length;
            dataset.append(rows(0));
            dataset.forEachChunk(chunk -> assertThat(chunk.address() < end).isEqualTo(whereOthersWere));
            dataset.resize(CHUNK, COLUMNS);
            check(dataset, fill);
        }
        try (ContainerFile file = ContainerFile.openBytes(medium.now().container(), OpenOptions.defaults())) {
            check(file.dataset("d"), fill);
        }
    }

    private static void check(Dataset dataset, double fill) {
        double[] all = dataset.read(double[].class);
        assertThat(Arrays.copyOf(all, ROWS * COLUMNS)).isEqualTo(rows(0));
        assertThat(Arrays.copyOfRange(all, ROWS * COLUMNS, all.length))
                .hasSize((CHUNK - ROWS) * COLUMNS)
                .containsOnly(fill);
    }
}
