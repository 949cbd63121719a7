package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;
import dev.fallow.report.AllocationTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of a session: its first and last moments are those of the file. */
class TimelineTest {
    private static final int DATASETS = 40;
    private static final int BYTES = 40_000;

    @TempDir
    private Path folder;

    private int share(MapPage.Timeline timeline, int column, MapPage.Timeline.Use use) {
        int sum = 0;
        for (int row = 0; row < MapPage.Timeline.ROWS; row++) {
            int cell = timeline.picture[column * MapPage.Timeline.ROWS + row] & 0xFF;
            sum += cell != 0 && cell >> 6 == use.ordinal() ? cell & 63 : 0;
        }
        return sum;
    }

    @Test
    void theMomentsOfASession() throws IOException {
        Path file = folder.resolve("file.h5");
        Path first = folder.resolve("first.trace");
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withTrace(first))) {
            for (int i = 0; i < DATASETS; i++) {
                container.root().createDataset("d" + i, new byte[BYTES]);
            }
        }
        MapPage.Timeline created = new MapPage.Timeline(AllocationTrace.read(first));
        int last = created.columns - 1;
        assertThat(created.callOf(last)).isEqualTo(created.calls);
        assertThat(created.rowBytes * MapPage.Timeline.ROWS).isBetween(Files.size(file), Files.size(file) * 11 / 10);
        assertThat(share(created, 0, MapPage.Timeline.Use.RAW_DATA)).isZero();
        // the elements are nearly all of the file
        assertThat(share(created, last, MapPage.Timeline.Use.RAW_DATA))
                .isGreaterThan(MapPage.Timeline.ROWS * 63 * 9 / 10);
        assertThat(share(created, last, MapPage.Timeline.Use.BEFORE)).isZero();

        Path second = folder.resolve("second.trace");
        try (ContainerFile container =
                ContainerFile.open(file, OpenOptions.defaults().withTrace(second))) {
            for (int i = 0; i < DATASETS; i += 2) {
                container.delete("d" + i);
            }
        }
        MapPage.Timeline halved = new MapPage.Timeline(AllocationTrace.read(second));
        int before = share(halved, 0, MapPage.Timeline.Use.BEFORE);
        assertThat(before).isGreaterThan(MapPage.Timeline.ROWS * 63 * 9 / 10);
        assertThat(share(halved, halved.columns - 1, MapPage.Timeline.Use.BEFORE))
                .isBetween(before * 4 / 10, before * 6 / 10);
    }
}
